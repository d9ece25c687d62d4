package transaction

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/value"
)

// TroubleKind is at what a resource failed as a whole.
type TroubleKind uint8

// The kinds of trouble.
const (
	CannotEvaluate TroubleKind = iota // it could not be read, or not be flushed
	CannotPrefetch                    // its provider could not read what it needs for all
	CannotRefresh                     // it could not react to the events of others
	CannotGenerate                    // it could not tell what else there should be; it is looked at anyway
	Unsuitable                        // its provider does not work here, to the end of the run
	InCycle                           // it waits for itself
)

var troubleNames = [...]string{
	"cannot_evaluate", "cannot_prefetch", "cannot_refresh", "cannot_generate", "unsuitable", "in_cycle",
}

// String is the kind in a word, as in JSON.
func (k TroubleKind) String() string { return troubleNames[k] }

// Trouble is one failure of a resource that no property had.
type Trouble struct {
	Kind TroubleKind
	Err  error
}

var errInCycle = errors.New("resource is part of a dependency cycle")

func (w *walk) cannotRead(s *Step, up outcome, err error) {
	if w.unknownYet(s, up, err) {
		return
	}
	s.Err = err
	s.Status = w.failed()
	w.trouble(s, CannotEvaluate, err)
}

// unknownYet settles a step whose provider is not suitable, in a plan where a
// step that it depends on runs a command: that may be what brings it.
func (w *walk) unknownYet(s *Step, up outcome, err error) bool {
	if !w.planning || up.ran == 0 || len(s.Resource.Type.Properties()) == 0 || !unprovided(err) {
		return false
	}
	s.Changes = []Change{{
		Attr: s.Resource.Type.Properties()[0], Is: value.Unread(err.Error()), IsText: "not known: " + err.Error(),
		Status: Planned, Certainty: ral.UnknownUntil, Until: up.ran,
	}}
	s.Status = Planned
	return true
}

func (w *walk) trouble(s *Step, kind TroubleKind, err error) {
	t := Trouble{kind, err}
	s.Troubles = append(s.Troubles, t)
	w.emit(Troubled{s, t})
}

// FaultOf names the properties that one failure kept from being brought about, the
// one at i among them: one command or one write was for all. It is nil where
// Changes[i] has no error, and for all but the first of them, so that each failure
// is reported once.
func (s *Step) FaultOf(i int) []string {
	err := s.Changes[i].Err
	if err == nil {
		return nil
	}
	var names []string
	for k, c := range s.Changes {
		if c.Err == nil || c.Err.Error() != err.Error() {
			continue
		}
		if k < i {
			return nil
		}
		names = append(names, c.Attr.Name)
	}
	return names
}

// ErrAtChange reports whether the error of the step as a whole is shown at one of
// its changes too.
func (s *Step) ErrAtChange() bool {
	for _, c := range s.Changes {
		if s.Err != nil && c.Err != nil && c.Err.Error() == s.Err.Error() {
			return true
		}
	}
	return false
}

// LeftOut says why an apply leaves out a step of a plan: it cannot be planned, or
// needs what cannot. It is "" for a step that the apply works on.
func (s *Step) LeftOut() string {
	switch {
	case s.Status == Skipped && !s.OK() && len(s.Needs) > 0:
		return "needs " + s.Needs[0] + ", which cannot be planned"
	case s.Status != Blocked && (s.Status != Skipped || s.OK()):
		return ""
	}
	return s.Unplanned()
}

// Unplanned says why a step cannot be planned, or the first of its properties that
// cannot.
func (s *Step) Unplanned() string {
	if s.Err != nil {
		return s.Err.Error()
	}
	for _, c := range s.Changes {
		if c.Err != nil {
			return c.Attr.Name + ": " + c.Err.Error()
		}
	}
	return "it cannot be planned"
}
