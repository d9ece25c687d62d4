package transaction

import (
	"context"

	"ralsh/ral"
)

// preRun lets every resource check whether the run may begin, before any change;
// generated resources come last (semantics.md T51).
func (w *walk) preRun(ctx context.Context) error {
	refused := &PreRunError{}
	for _, s := range w.declared {
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

// PreRunError is a run that the checks of its resources rejected (semantics.md
// T51).
type PreRunError struct{ Failed []*Step }

// Error names the resources with their reasons.
func (e *PreRunError) Error() string {
	text := "the checks before the run failed; no changes were made"
	for _, s := range e.Failed {
		text += "; " + s.Ref() + ": " + s.Err.Error()
	}
	return text
}
