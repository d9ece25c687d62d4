package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
)

// visit evaluates a vertex. Prefetch and the generation of resources come before the
// decision whether to skip it (semantics.md X4, X5).
func (w *walk) visit(ctx context.Context, i int32) {
	v := w.vertices[i]
	if v.Part != graph.Whole {
		w.batches.passEnd(v)
		return
	}
	s := v.step
	up := w.collect(v)
	w.open(s)
	w.checked.Store(false)
	w.timed(s, func() { w.evaluate(w.watched(ctx, s), i, up) })
	s.checked = w.checked.Load()
	if !v.held {
		w.close(v, up)
	}
}

func (w *walk) open(s *Step) {
	w.current = s
	w.order = append(w.order, s)
	w.emit(StepStarted{s.N})
}

func (w *walk) close(v *vertex, up outcome) {
	s := v.step
	s.deriveStatus(w.planning)
	w.redactStep(s)
	if w.planning {
		w.plannedState.closed = append(w.plannedState.closed, s)
		w.foresee(s, up)
	}
	if w.LetGo && w.planning && s.Status == InSync && s.Until == 0 {
		s.Found, s.Resource.Found = nil, nil
	}
	v.setOutcome(up)
	w.stale = w.stale || len(s.Results) > 0 || s.anyDone()
	if w.Emit != nil {
		w.emit(StepFinished{*s})
	}
}

func (w *walk) evaluate(ctx context.Context, i int32, up outcome) {
	v := w.vertices[i]
	s := v.step
	if w.stopped(ctx) {
		s.Status = NotBegun
		return
	}
	if s.Decl.Limit != "" {
		w.limited(s, up)
		return
	}
	if s.Resource.Decl.Deferred != nil && w.skip(s, up, nil) == NotSkipped && !w.resolve(ctx, s, up) {
		return
	}
	broken := w.prefetchOnce(ctx, s.Resource)
	w.evalGenerate(ctx, i, up)
	if broken != nil {
		w.trouble(s, CannotPrefetch, broken)
		s.Err = broken
	}
	if s.Skip = w.skip(s, up, broken); s.Skip != NotSkipped {
		w.passOver(s, up)
		return
	}
	broken = ral.Guard(func() error {
		w.apply(ctx, v, up)
		return nil
	})
	if broken != nil {
		w.cannotRead(s, up, broken)
	}
	if v.held {
		return
	}
	w.react(ctx, v, up)
	if w.readAgain && s.touched() && !w.batches.holdWritten(v, up) {
		w.run.Forget(s.Resource.Provider)
		w.verify(ctx, s)
	}
}

func (w *walk) react(ctx context.Context, v *vertex, up outcome) {
	if !w.planning || v.step.Status == Waiting {
		w.refresh(ctx, v, up)
	}
}

// apply reads a resource and syncs it.
func (w *walk) apply(ctx context.Context, v *vertex, up outcome) {
	s := v.step
	r := s.Resource
	if r.Provider != nil && !w.batches.unverified(r.Provider) {
		w.run.Refresh(r.Provider, w.planning)
	}
	found, err := w.read(ctx, s)
	if err != nil {
		w.cannotRead(s, up, err)
		return
	}
	s.Found, r.Found = w.redactFound(r, w.earlier.Hide(r, found, w.secrets)), found
	if plan := w.plannedStep(s); plan != nil {
		s.Drift = driftReason(plan, found, up.changed && plan.reachedAt > 0)
	} else if w.planned != nil {
		s.Drift = unplannedRemoval(s)
		s.appeared = s.Drift != ""
	}
	if s.Drift != "" {
		s.Status = Stopped
		return
	}
	w.remember(s)
	if s.Drift = w.unplannedChanges(ctx, s); s.Drift != "" {
		s.Status = Stopped
		return
	}
	if w.properties(ctx, s, up); s.Status == Stopped {
		return
	}
	if w.batches.open.holdSet(v, up) {
		return
	}
	w.audit(s)
	if w.batches.joinFlush(ctx, s) {
		w.batches.open.hold(waiting{v: v, up: up}, false)
		return
	}
	w.flush(ctx, s, up)
	w.written(v)
}

// plannedStep returns the step of the plan for a resource, nil while planning.
func (f *foresight) plannedStep(s *Step) *Step {
	if f.planned == nil {
		return nil
	}
	return f.planned[s.Ref()]
}

// read reads a resource before it is changed.
func (w *walk) read(ctx context.Context, s *Step) (*ral.Instance, error) {
	if w.planning && len(w.KnownState) > 0 {
		if inst := w.KnownState[s.Ref()]; inst != nil {
			return inst, nil
		}
	}
	return w.run.Read(ctx, s.Resource, readProperties(s))
}

// written sets the events that the resource sends.
func (w *walk) written(v *vertex) {
	w.keepSystem(v.step)
	if !v.step.failing() {
		v.real, v.noop = v.step.events()
	}
}

// readProperties returns a filter for the properties to read: managed or audited
// properties (semantics.md T55).
func readProperties(s *Step) func(*ral.Attribute) bool {
	r := s.Resource
	return func(a *ral.Attribute) bool {
		return a.Name == "ensure" && !r.Type.EnsureOptional || r.Sets(a) || r.Audits(a)
	}
}
