package transaction

import (
	"context"

	"ralsh/ral"
)

// preRun lets every resource check whether the run may begin, before any change;
// generated resources come last (semantics.md T51).
func (w *walk) preRun(ctx context.Context) error {
	refused := &PreRunError{}
	for _, s := range w.catalog.steps {
		check := s.Resource.Type.PreRun
		if check == nil {
			continue
		}
		err := ral.Guard(func() error { return check(ctx, w.run.Env().Reader(), s.Resource) })
		if err != nil {
			s.Err = err
			refused.Failed = append(refused.Failed, s)
		}
	}
	if len(refused.Failed) > 0 {
		return refused
	}
	return nil
}

// cyclic marks the resources of all cycles as failed.
func (sq *sequence) cyclic(err error) error {
	cycle, ok := err.(*CycleError)
	if !ok {
		return err
	}
	for _, s := range cycle.Steps {
		s.Err = errInCycle
		s.Status = Failed
		s.Troubles = append(s.Troubles, Trouble{InCycle, errInCycle})
		sq.order = append(sq.order, s)
	}
	return err
}
