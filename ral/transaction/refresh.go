package transaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// refresh reacts, once, to the events of the resources that notify this one,
// and to its own when the type refreshes itself. When all of them tell of what
// would have been done, or the resource is only looked at, it would have been
// refreshed. It comes even after the resource itself failed, and a change that
// makes it needless counts only where the resource did not fail: what fails
// sends nothing (semantics.md X30-X35).
func (w *walk) refresh(ctx context.Context, v *vertex, up outcome) {
	s := v.step
	r := s.Resource
	ops := w.ops(r)
	if ops.Refresh == nil {
		return
	}
	real, noop := up.real, up.noop
	if r.Type.SelfRefresh && !r.Removing() {
		real, noop = real+v.real, noop+v.noop
	}
	if real+noop == 0 || s.invalidated() && !s.failing() {
		return
	}
	s.Refresh = w.sources(v)
	events := int(real + noop)
	if real == 0 || w.noop(r) {
		v.noop++
		w.emit(Refreshed{Step: s, Events: events, Noop: true})
		return
	}
	did, checked := len(s.Results) > 0, w.checked.Swap(false)
	err := ral.Guard(func() error { return ops.Refresh(ctx, w.writerFor(r), r) })
	if w.planning && did && w.checked.Load() {
		s.refreshUnknown()
	}
	w.checked.Store(checked || w.checked.Load())
	if errors.Is(err, host.ErrNotRun) {
		err = nil
	}
	w.emit(Refreshed{Step: s, Events: events, Err: err})
	if err != nil {
		s.RestartFailed = true
		s.Err = fmt.Errorf("Failed to call refresh: %w", err)
		s.Status = Failed
		s.Troubles = append(s.Troubles, Trouble{CannotRefresh, err})
		return
	}
	v.real++
	s.Restarted = events
	if s.Status == Waiting && len(s.Changes) == 0 && len(s.Results) > 0 {
		s.Status = w.did()
	}
}

// refreshUnknown says of a step of a plan that a test decides whether it is refreshed,
// and that what the step does first may change the answer: a command with unless.
func (s *Step) refreshUnknown() {
	for i := range s.Changes {
		c := &s.Changes[i]
		c.Certainty, c.Until = ral.UnknownUntil, s.N
		c.Note = strings.TrimPrefix(c.Note+"; its test is made again before the refresh", "; ")
	}
}

// did is the status of what was done: in a plan it is planned.
func (w *walk) did() Status {
	if w.planning {
		return Planned
	}
	return Changed
}

// sources names the resources whose events reach a vertex.
func (w *walk) sources(v *vertex) []string {
	var refs []string
	known := make(map[*Step]bool)
	for e := range w.graph.into(v) {
		from := w.graph.vertices[e.from]
		if e.notifies() && from.real+from.noop > 0 && !known[from.step] {
			known[from.step] = true
			refs = append(refs, from.step.Ref())
		}
	}
	if v.step.Resource.Type.SelfRefresh && v.step.anyDone() {
		refs = append(refs, v.step.Ref())
	}
	return refs
}

// pass is the begin or the end of a container: it hands on what it was told,
// unless something before it failed (semantics.md G5, X37).
func (w *walk) pass(v *vertex, up outcome) {
	v.outcome = outcome{failed: up.failed, ran: up.ran, changed: up.changed, until: up.until}
	if up.real+up.noop == 0 || len(up.failed) > 0 || w.filtered(v.step) != NotSkipped {
		return
	}
	if up.real == 0 || w.Noop {
		v.noop = 1
		w.emit(Refreshed{
			Step: v.step, Events: int(up.real + up.noop), Noop: true, After: !v.step.Decl.Container,
		})
		return
	}
	v.real = 1
}

// invalidated reports whether this very step made a refresh needless.
func (s *Step) invalidated() bool {
	for i := range s.Changes {
		c := &s.Changes[i]
		if c.Attr.InvalidatesRefreshes(c.Should) && c.sends() {
			return true
		}
	}
	return false
}

// sends reports whether others hear of the change.
func (c *Change) sends() bool {
	switch c.Status {
	case Changed, Planned, Noop, Audited:
		return !c.Part
	}
	return false
}

// events counts what a step sends to the resources that it notifies.
func (s *Step) events() (real, noop int32) {
	for i := range s.Changes {
		switch c := &s.Changes[i]; {
		case !c.sends():
		case c.Status == Noop:
			noop++
		default:
			real++
		}
	}
	return real, noop
}

// failing reports whether the step has failed as far as it has come.
func (s *Step) failing() bool {
	if s.Err != nil || s.Status == Failed || s.Status == Blocked {
		return true
	}
	for i := range s.Changes {
		if s.Changes[i].Status == Failed && !s.Changes[i].Part {
			return true
		}
	}
	return false
}
