package transaction

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// set calls the method that the provider has for a property.
func (w *walk) set(ctx context.Context, s *Step, a *ral.Attribute, should value.Value) error {
	r := s.Resource
	if r.Provider == nil {
		return &onhost.NoProviderError{Type: r.Type}
	}
	return w.ops(r).Bring(ctx, w.writerFor(r), r, a, should)
}

// doubted sets the certainty of changes that were made although their outcome is
// uncertain, and returns nil for such an error.
func (f *foresight) doubted(s *Step, err error, changes ...*Change) error {
	doubt, ok := errors.AsType[*ral.UncertainError](err)
	if !ok {
		return err
	}
	for _, c := range changes {
		if !f.planning || c.Certainty >= doubt.Certainty {
			continue
		}
		if c.Certainty = doubt.Certainty; c.Certainty == ral.UnknownUntil {
			c.Until = s.N
		}
		if c.Note == "" {
			c.Note = doubt.Error()
		}
	}
	return nil
}

// flush writes the collected changes, once, if any property succeeded
// (semantics.md L30). If it fails, the resource fails, but its changes keep
// their status.
func (w *walk) flush(ctx context.Context, s *Step, up outcome) {
	r := s.Resource
	ops := w.ops(r)
	if ops.Flush == nil || !s.anyDone() {
		return
	}
	w.flushed(s, w.doubted(s, ral.Guard(func() error { return ops.Flush(ctx, w.writerFor(r), r) }), s.all()...), up)
}

func (w *walk) flushed(s *Step, err error, up outcome) {
	switch {
	case w.planning && w.unprotects(err) > 0:
		for i := range s.Changes {
			c := &s.Changes[i]
			c.Certainty, c.Until, c.Note = ral.UnknownUntil, w.unprotects(err), err.Error()+" yet"
		}
	case w.mayChange(s, up, err) > 0:
		for i := range s.Changes {
			c := &s.Changes[i]
			c.Certainty, c.Until = ral.UnknownUntil, w.mayChange(s, up, err)
			if c.Note == "" {
				c.Note = err.Error() + " yet"
			}
		}
	case w.planning && errors.Is(err, host.ErrNotRun):
		for i := range s.Changes {
			s.Changes[i].Certainty, s.Changes[i].Until = ral.UnknownUntil, s.N
		}
	case err != nil:
		s.Err = err
		s.Status = w.failureStatus()
		w.trouble(s, CannotEvaluate, err)
	}
}

// all returns the changes of the step.
func (s *Step) all() []*Change {
	list := make([]*Change, len(s.Changes))
	for i := range s.Changes {
		list[i] = &s.Changes[i]
	}
	return list
}

func (s *Step) anyDone() bool {
	for _, c := range s.Changes {
		if c.Status == Changed || c.Status == Planned {
			return true
		}
	}
	return false
}
