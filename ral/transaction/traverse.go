package transaction

import (
	"context"

	"ralsh/ral"
)

// traverse takes one ready vertex after the other, the earliest declared first.
// A resource whose provider is not suitable waits for the others, for one of
// them may bring what it lacks; when all that is left waits, and nothing was
// done since, it has waited in vain (semantics.md X2, X3).
func (w *walk) traverse(ctx context.Context) {
	w.ready = queue{g: w.graph, heap: make([]int32, 0, len(w.graph.vertices))}
	for i, v := range w.graph.vertices {
		if v.waits == 0 {
			w.ready.push(int32(i))
		}
	}
	var deferred []int32
	progress := false
	for len(w.ready.heap) > 0 {
		i := w.ready.pop()
		v := w.graph.vertices[i]
		// It may have been queued before something generated came in front of it.
		stale := v.done || v.waits > 0
		if !stale {
			w.endBatchUnless(ctx, v)
		}
		switch {
		case stale:
		case v.part != whole || w.stopped(ctx) || w.suitable(ctx, v.step.Resource):
			progress = true
			w.visit(ctx, i)
			w.finish(v)
		default:
			deferred = append(deferred, i)
		}
		if len(w.ready.heap) == 0 {
			w.endBatch(ctx)
		}
		if len(w.ready.heap) == 0 && len(deferred) > 0 {
			w.again(ctx, deferred, progress)
			deferred, progress = nil, false
		}
	}
}

func (w *walk) again(ctx context.Context, deferred []int32, progress bool) {
	for _, i := range deferred {
		if progress {
			w.ready.push(i)
			continue
		}
		v := w.graph.vertices[i]
		w.inVain(ctx, v)
		w.finish(v)
	}
}

// finish lets go what waited for a vertex.
func (w *walk) finish(v *vertex) {
	v.done = true
	for e := range w.graph.outOf(v) {
		to := w.graph.vertices[e.to]
		if to.waits--; to.waits == 0 && !to.done {
			w.ready.push(e.to)
		}
	}
}

// suitable reports whether a resource's provider works here, and gives it the
// default when it has none yet (semantics.md S40).
func (w *walk) suitable(ctx context.Context, r *ral.Resource) bool {
	if len(r.Type.Providers()) == 0 || r.Provider != nil && w.works[r.Provider] {
		return true
	}
	env := w.run.Env()
	if w.stale {
		env.Invalidate()
		w.stale = false
	}
	if r.Provider == nil {
		r.Provider = env.Elect(ctx, r.Type).Winner
	}
	if r.Provider == nil || !env.Explain(ctx, r.Provider).Suitable() {
		return false
	}
	w.works[r.Provider] = true
	return true
}

// inVain is a resource whose provider never became suitable (semantics.md S41).
func (w *walk) inVain(ctx context.Context, v *vertex) {
	s := v.step
	up := w.collect(v)
	up.failed = nil // it was never asked what it needs: its own failure is what others are told of
	w.open(s)
	defer w.close(v, up)
	if w.filtered(s) == NotTagged {
		s.Status, s.Skip = Skipped, NotTagged
		return
	}
	err := w.unsuitable(ctx, s.Resource)
	if w.unknownYet(s, up, err) {
		return
	}
	s.Err = err
	s.Status = w.failed()
	w.trouble(s, Unsuitable, err)
	if s.Resource.Provider == nil {
		w.lack(s.Resource.Type)
	}
}

func (w *walk) lack(t *ral.Type) {
	for _, known := range w.lacking {
		if known == t {
			return
		}
	}
	w.lacking = append(w.lacking, t)
}

func (w *walk) unsuitable(ctx context.Context, r *ral.Resource) error {
	if r.Provider == nil {
		return &ral.NoProviderError{Type: r.Type}
	}
	return &ral.UnsuitableError{Suitability: w.run.Env().Explain(ctx, r.Provider)}
}

// failed is the status of a step that cannot be done: in a plan it is blocked.
func (w *walk) failed() Status {
	if w.planning {
		return Blocked
	}
	return Failed
}
