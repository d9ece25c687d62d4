package transaction

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// set calls the method that the provider has for a property (semantics.md L20):
// Create or Destroy for ensure, the method that a value names, or Set. For a
// provider that flushes it may only add to Pending.
func (w *walk) set(ctx context.Context, s *Step, a *ral.Attribute, should value.Value) error {
	r := s.Resource
	ops := w.ops(r)
	wr := w.writerFor(r)
	switch {
	case r.Provider == nil:
		return &ral.NoProviderError{Type: r.Type}
	case a.Name == "ensure" && should.IsSym("present") && ops.Create != nil:
		return ops.Create(ctx, wr, r)
	case a.Name == "ensure" && should.IsAbsent() && ops.Destroy != nil:
		return ops.Destroy(ctx, wr, r)
	case ops.Call != nil && slices.Contains(ops.Methods, a.CallFor(should)):
		return ops.Call(ctx, wr, r, a.CallFor(should))
	case ops.Set != nil:
		return ops.Set(ctx, wr, r, a.Name, should)
	case ops.Flush == nil:
		return &ral.NoSetterError{Provider: r.Provider, Attr: a.Name}
	}
	r.Pend(a.Name, should)
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
	w.flushed(s, ral.Guard(func() error { return ops.Flush(ctx, w.writerFor(r), r) }), up)
}

func (w *walk) flushed(s *Step, err error, up outcome) {
	switch {
	case w.planning && w.unprotects(err) > 0:
		for i := range s.Changes {
			c := &s.Changes[i]
			c.Certainty, c.Until, c.Note = ral.UnknownUntil, w.unprotects(err), err.Error()+" yet"
		}
	case w.planning && up.lastEffect() > 0 && awaited(err):
		for i := range s.Changes {
			c := &s.Changes[i]
			c.Certainty, c.Until = ral.UnknownUntil, up.lastEffect()
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

func (s *Step) anyDone() bool {
	for _, c := range s.Changes {
		if c.Status == Changed || c.Status == Planned {
			return true
		}
	}
	return false
}
