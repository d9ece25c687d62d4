package transaction

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// set calls whatever the provider has for one property (semantics.md L20):
// Create and Destroy for ensure, the method a value names, Set, or nothing but
// a note in Pending for a provider that flushes.
func (w *walk) set(ctx context.Context, s *Step, a *ral.Attribute, should value.Value) error {
	r := s.Resource
	ops := w.run.Ops(r.Provider)
	c := w.change.Allow(r.Provider.Queries(w.run.Look(r.Provider).Root())...)
	switch {
	case a.Name == "ensure" && should.IsSym("present") && ops.Create != nil:
		return ops.Create(ctx, c, r)
	case a.Name == "ensure" && should.IsAbsent() && ops.Destroy != nil:
		return ops.Destroy(ctx, c, r)
	case ops.Call != nil && a.CallFor(should) != "":
		return ops.Call(ctx, c, r, a.CallFor(should))
	case ops.Set != nil:
		return ops.Set(ctx, c, r, a.Name, should)
	case ops.Flush == nil:
		return fmt.Errorf("The %s provider can not handle attribute %s", r.Provider.Name, a.Name)
	}
	r.Pending.Set(a.Name, should)
	if a.Name == "ensure" && !r.Removing() {
		fillPending(r)
	}
	return nil
}

// fillPending gives a provider that flushes all of a resource that is created.
func fillPending(r *ral.Resource) {
	for _, a := range r.Type.Properties() {
		if v := r.Get(a.Name); a.Name != "ensure" && !v.IsNil() {
			r.Pending.Set(a.Name, v)
		}
	}
}

// flush writes what was collected, once, if any property succeeded
// (semantics.md L30). Its failure fails the resource and leaves its changes as
// they were judged.
func (w *walk) flush(ctx context.Context, s *Step) {
	r := s.Resource
	ops := w.run.Ops(r.Provider)
	if ops.Flush == nil || !s.anyDone() {
		return
	}
	c := w.change.Allow(r.Provider.Queries(w.run.Look(r.Provider).Root())...)
	err := ral.Guard(func() error { return ops.Flush(ctx, c, r) })
	switch {
	case w.planning && errors.Is(err, host.ErrNotRun):
		for i := range s.Changes {
			s.Changes[i].Certainty, s.Changes[i].Until = ral.UnknownUntil, s.N
		}
	case err != nil:
		s.Err = err
		s.Status = Failed
		if w.planning {
			s.Status = Blocked
		}
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

// attempted reports whether anything was tried, also in vain.
func (s *Step) attempted() bool {
	return s.anyDone() || slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Status == Failed })
}

// refresh reacts to changes of resources that notify this one, once, and of
// its own when the type is self-refreshing (semantics.md X30-X35).
func (w *walk) refresh(ctx context.Context, s *Step) {
	r := s.Resource
	for _, e := range w.graph.in[w.index(s)] {
		up := w.steps[w.at[e.from]]
		if e.notifies && (up.Status == Changed || up.Status == Planned) {
			s.Refresh = append(s.Refresh, up.Ref())
		}
	}
	if r.Type.SelfRefresh && s.anyDone() && !r.Removing() {
		s.Refresh = append(s.Refresh, s.Ref())
	}
	ops := w.run.Ops(r.Provider)
	if ops.Refresh == nil {
		s.Refresh = nil
	}
	if len(s.Refresh) == 0 || s.started() {
		return
	}
	c := w.change.Allow(r.Provider.Queries(w.run.Look(r.Provider).Root())...)
	if err := ral.Guard(func() error { return ops.Refresh(ctx, c, r) }); err != nil && !errors.Is(err, host.ErrNotRun) {
		s.Err = fmt.Errorf("Failed to call refresh: %w", err)
		s.Status = Failed
	}
	if s.Status == Waiting && len(s.Changes) == 0 && len(s.Done) > 0 {
		s.Status = Changed
		if w.planning {
			s.Status = Planned
		}
	}
}

// started reports whether this very step brought the resource up, which drops
// a queued refresh (semantics.md X32).
func (s *Step) started() bool {
	for _, c := range s.Changes {
		if c.Attr.Name == "ensure" && c.Should.IsSym("running") && (c.Status == Changed || c.Status == Planned) {
			return true
		}
	}
	return false
}

// again reads the resource once more and holds every change against it.
func (w *walk) again(ctx context.Context, s *Step) {
	if len(s.Done) == 0 && !s.attempted() {
		return
	}
	r := s.Resource
	w.run.Forget(r.Provider)
	w.run.Env().Changed()
	now, err := w.run.Retrieve(context.WithoutCancel(ctx), r)
	if err != nil {
		if s.Err == nil {
			s.Err = fmt.Errorf("done, but it could not be read again: %w", err)
		}
		return
	}
	// What compares two properties, as held does with mark, must see both anew.
	s.Now, r.Found = now, now
	for i := range s.Changes {
		w.took(ctx, s, &s.Changes[i])
	}
}

func (w *walk) took(ctx context.Context, s *Step, c *Change) {
	c.Now = s.Now.Get(c.Attr.Name)
	if c.Status != Changed || c.Now.IsUnknown() {
		return
	}
	ok, err := w.insync(ctx, s, c.Attr, c.Now)
	switch {
	case ok || err != nil:
	case s.Err != nil:
		// What was to be written for all properties at once was not.
		c.Status, c.Err = Failed, s.Err
	default:
		c.Status = DidNotTake
		if s.Status != Failed {
			s.Status = DidNotTake
		}
	}
}
