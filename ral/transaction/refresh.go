package transaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction/graph"
)

// refresh refreshes the resource, once, if resources that notify it sent events, or if
// it changed and its type refreshes itself. If all events are noop, or the resource is
// noop, it only reports them. It runs even after the resource failed. A change that
// makes the refresh needless counts only if the resource did not fail, because a failed
// resource sends no events (semantics.md X30-X35).
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
		w.emit(Refreshed{Step: s, Events: events, By: s.Refresh, Noop: true})
		return
	}
	did, checked := len(s.Results) > 0, w.checked.Swap(false)
	err := w.doubted(s, ral.Guard(func() error { return ops.Refresh(ctx, w.writerFor(r), r) }))
	if w.planning && did && w.checked.Load() {
		s.refreshUnknown()
	}
	w.checked.Store(checked || w.checked.Load())
	later := w.mayChange(s, up, err) > 0
	if errors.Is(err, host.ErrNotRun) || later {
		err = nil
	}
	w.emit(Refreshed{Step: s, Events: events, By: s.Refresh, Err: err})
	if err != nil {
		s.RestartFailed = true
		s.Err = fmt.Errorf("Failed to call refresh: %w", err)
		s.Status = Failed
		s.Troubles = append(s.Troubles, Trouble{CannotRefresh, err})
		return
	}
	v.real++
	s.Restarted = events
	if s.Status == Waiting && len(s.Changes) == 0 && (len(s.Results) > 0 || later) {
		s.Status = w.successStatus()
	}
}

// refreshUnknown marks the changes of a planned step as unknown, because a test decides
// whether it is refreshed and the step may change the result: a command with unless.
func (s *Step) refreshUnknown() {
	for i := range s.Changes {
		c := &s.Changes[i]
		c.Certainty, c.Until = ral.UnknownUntil, s.N
		c.Note = strings.TrimPrefix(c.Note+"; its test runs again before the refresh", "; ")
	}
}

// successStatus returns the status of a successful change: Planned in a plan.
func (f *foresight) successStatus() Status {
	if f.planning {
		return Planned
	}
	return Changed
}

// sources returns the resources with events that reach a vertex.
func (sq *sequence) sources(v *vertex) []string {
	list := refs(sq.senders(v))
	if v.step.Resource.Type.SelfRefresh && v.step.anyDone() {
		list = append(list, v.step.Ref())
	}
	return list
}

func refs(steps []*Step) []string {
	list := make([]string, len(steps))
	for i, s := range steps {
		list[i] = s.Ref()
	}
	return list
}

// maxOrigins limits the resources inside a container that are named as senders of its
// events; if there are more, the container is named.
const maxOrigins = 8

// senders returns the senders of the events that reach a vertex: resources, or the
// containers of many resources.
func (sq *sequence) senders(v *vertex) (list []*Step) {
	known := make(map[*Step]bool)
	for e := range sq.graph.Into(v.Vertex) {
		from := sq.vertices[e.From]
		if !e.Notifies() || from.real+from.noop == 0 {
			continue
		}
		origins := from.origins
		if !from.step.Decl.Container {
			origins = []*Step{from.step}
		}
		for _, s := range origins {
			if !known[s] {
				known[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// originate sets the origins of the events that an end of a container forwards.
func (sq *sequence) originate(v *vertex) {
	if !v.step.Decl.Container {
		return
	}
	v.origins = sq.senders(v)
	if v.Part == graph.End && len(v.origins) > maxOrigins {
		v.origins = []*Step{v.step}
	}
}

// pass visits the begin or the end of a container. It forwards events, unless
// something before it failed (semantics.md G5, X37).
func (w *walk) pass(v *vertex, up outcome) {
	v.outcome = outcome{failed: up.failed, ran: up.ran, changed: up.changed, until: up.until}
	if up.real+up.noop == 0 || len(up.failed) > 0 || w.filtered(v.step) != NotSkipped {
		return
	}
	w.originate(v)
	if up.real == 0 || w.Noop {
		v.noop = 1
		w.emit(Refreshed{
			Step: v.step, Events: int(up.real + up.noop), By: refs(w.senders(v)), Noop: true, After: !v.step.Decl.Container,
		})
		return
	}
	v.real = 1
}

// invalidated reports whether the step made a refresh needless.
func (s *Step) invalidated() bool {
	for i := range s.Changes {
		c := &s.Changes[i]
		if c.Attr.InvalidatesRefreshes(c.Should) && c.sends() {
			return true
		}
	}
	return false
}

// sends reports whether the change sends an event.
func (c *Change) sends() bool {
	switch c.Status {
	case Changed, Planned, Noop, Audited:
		return !c.Part
	}
	return false
}

// events counts the events that the step sends to the resources that it
// notifies.
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

// failing reports whether the step has failed so far.
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
