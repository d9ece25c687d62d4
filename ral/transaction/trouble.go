package transaction

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// TroubleKind is the operation that failed for a resource as a whole.
type TroubleKind uint8

// The kinds of trouble.
const (
	CannotEvaluate TroubleKind = iota // could not be read or flushed
	CannotPrefetch                    // its provider could not prefetch
	CannotRefresh                     // could not be refreshed
	CannotGenerate                    // could not generate other resources; it is applied anyway
	Unsuitable                        // its provider was unsuitable until the end of the run
	InCycle                           // depends on itself
)

var troubleNames = [...]string{
	"cannot_evaluate", "cannot_prefetch", "cannot_refresh", "cannot_generate", "unsuitable", "in_cycle",
}

// String returns the kind as a word, as in JSON.
func (k TroubleKind) String() string { return troubleNames[k] }

// Trouble is a failure of a resource as a whole, not of a property.
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
	s.Status = w.failureStatus()
	w.trouble(s, CannotEvaluate, err)
}

// unknownYet marks a step of a plan as unknown if it cannot be read now, and an
// earlier step may change the reason. The apply plans it again at its turn.
func (f *foresight) unknownYet(s *Step, up outcome, err error) bool {
	until := f.mayChange(s, up, err)
	if until == 0 || len(s.Resource.Type.Properties()) == 0 {
		return false
	}
	s.Changes = []Change{{
		Attr: s.Resource.Type.Properties()[0], Is: value.Unread(err.Error()), IsText: "not known: " + err.Error(),
		Status: Planned, Certainty: ral.UnknownUntil, Until: until,
	}}
	s.Status, s.Until = Planned, until
	return true
}

// mayChange returns the last step of a plan that may remove the cause of an error, or
// 0: a step that this step depends on and that runs a command, or that writes a file
// which a test of the user or a query of the provider needs on the host. A plan knows the
// effects of other dependencies. For a resource that a step may create, such as the group of
// a new user, it waits as in a precheck.
func (f *foresight) mayChange(s *Step, up outcome, err error) int {
	lacks, waits := errors.AsType[*ral.DependencyError](err)
	switch {
	case !f.planning || err == nil || final(err):
		return 0
	case waits:
		if until := f.effects.LastCreator(s.Resource.Type.Name, lacks, up.lastEffect()); until > f.plannedState.remover(lacks) {
			return until
		}
		return 0
	case unprovided(err):
		return up.ran
	case up.wrote > 0 && (f.checked.Load() || f.effects.Seen(s.Resource.Provider) > 0):
		return max(up.lastEffect(), up.wrote)
	}
	return up.lastEffect()
}

// removed adds the step that removes what an error lacks.
func (f *foresight) removed(err error) error {
	if lacks, ok := errors.AsType[*ral.DependencyError](err); ok && f.planning {
		if n := f.plannedState.remover(lacks); n > 0 {
			return fmt.Errorf("%w: step %d removes it", err, n)
		}
	}
	return err
}

// final reports whether no earlier step can change the reason of an error.
func final(err error) bool {
	_, panicked := errors.AsType[*ral.PanicError](err)
	_, invalid := errors.AsType[diagnostic.Diags](err)
	return panicked || invalid || errors.Is(err, ral.ErrFinal) || errors.Is(err, context.Canceled) || errors.Is(err, host.ErrStopped) || errors.Is(err, host.ErrNotRun)
}

func (rec *recording) trouble(s *Step, kind TroubleKind, err error) {
	t := Trouble{kind, err}
	s.Troubles = append(s.Troubles, t)
	rec.emit(Troubled{s, t})
}

// FaultOf returns the properties that failed with the same error as Changes[i], because
// a single command or write was for all of them. It returns nil if Changes[i] has no
// error or is not the first of them, so that each failure is reported once.
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

// ErrAtChange reports whether the error of the step as a whole is also the error of a
// change.
func (s *Step) ErrAtChange() bool {
	for _, c := range s.Changes {
		if s.Err != nil && c.Err != nil && c.Err.Error() == s.Err.Error() {
			return true
		}
	}
	return false
}

// LeftOut returns why an apply omits the step: it cannot be planned, or a
// dependency cannot. It returns "" for a step that the apply works on.
func (s *Step) LeftOut() string {
	switch {
	case s.Status == Skipped && !s.OK() && len(s.Needs) > 0:
		return "needs " + s.Needs[0] + ", which cannot be planned"
	case s.Status != Blocked && (s.Status != Skipped || s.OK()):
		return ""
	}
	return s.Unplanned()
}

// Unplanned returns why the step, or the first of its properties, cannot be
// planned.
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

// NotGenerated returns why the resource of the step could not generate resources, or
// nil.
func (s *Step) NotGenerated() error {
	for _, t := range s.Troubles {
		if t.Kind == CannotGenerate {
			return fmt.Errorf("it could not generate resources: %w", t.Err)
		}
	}
	return nil
}
