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
	CannotGenerate                    // it could not tell what else there should be; it is looked at all the same
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
