package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction/graph"
)

// traverse visits ready vertices in declared order. A resource without a suitable
// provider waits, because a different resource may install its tool. If only waiting
// resources remain and no resource was evaluated since, they fail (semantics.md X2,
// X3).
func (w *walk) traverse(ctx context.Context) {
	w.ready = w.graph.Ready()
	var deferred []int32
	progress := false
	for !w.ready.Empty() {
		if w.planning && ctx.Err() != nil {
			return // there will be no plan
		}
		i := w.ready.Pop()
		v := w.vertices[i]
		// It may have been queued before a generated vertex was placed in
		// front.
		handled := v.Done || v.Waiting()
		if !handled {
			w.batches.endBatchUnless(ctx, v)
		}
		switch {
		case handled:
		case v.Part != graph.Whole || w.stopped(ctx) || w.ensureProvider(ctx, v.step.Resource):
			progress = true
			w.visit(ctx, i)
			w.ready.Finish(v.Vertex)
		default:
			deferred = append(deferred, i)
		}
		if w.ready.Empty() {
			w.batches.endBatch(ctx)
		}
		if w.ready.Empty() && len(deferred) > 0 {
			w.retryOrFail(ctx, deferred, progress)
			deferred, progress = nil, false
		}
	}
}

func (w *walk) retryOrFail(ctx context.Context, deferred []int32, progress bool) {
	for _, i := range deferred {
		if progress {
			w.ready.Push(i)
			continue
		}
		v := w.vertices[i]
		w.failUnsuitable(ctx, v)
		w.ready.Finish(v.Vertex)
	}
}

// ensureProvider reports whether the provider of a resource is suitable. It assigns the
// default provider if the resource has no provider yet (semantics.md S40).
func (rd *reading) ensureProvider(ctx context.Context, r *ral.Resource) bool {
	if len(r.Type.Providers()) == 0 || r.Decl.Limit != "" || r.Provider != nil && rd.works[r.Provider] {
		return true
	}
	env := rd.run.Env()
	if rd.stale {
		env.Invalidate()
		rd.stale = false
	}
	if r.Provider == nil {
		r.Provider = env.Elect(ctx, r.Type).Winner
	}
	if r.Provider == nil || !env.Explain(ctx, r.Provider).Suitable() {
		return false
	}
	rd.works[r.Provider] = true
	return true
}

// failUnsuitable fails a resource whose provider never became suitable (semantics.md
// S41).
func (w *walk) failUnsuitable(ctx context.Context, v *vertex) {
	s := v.step
	up := w.collect(v)
	up.failed = nil // its dependencies were not checked; dependents must see its own failure
	w.open(s)
	defer w.close(v, up)
	if w.filtered(s) == NotTagged {
		s.Status, s.Skip = Skipped, NotTagged
		return
	}
	err := w.unsuitableError(ctx, s.Resource)
	if w.unknownYet(s, up, err) {
		return
	}
	s.Err = err
	s.Status = w.failureStatus()
	w.trouble(s, Unsuitable, err)
	if s.Resource.Provider == nil {
		w.noteMissingProvider(s.Resource.Type)
	}
}

func (rd *reading) noteMissingProvider(t *ral.Type) {
	for _, known := range rd.lacking {
		if known == t {
			return
		}
	}
	rd.lacking = append(rd.lacking, t)
}

func (rd *reading) unsuitableError(ctx context.Context, r *ral.Resource) error {
	if r.Provider == nil {
		return rd.run.Env().NoProvider(ctx, r.Type)
	}
	return &onhost.UnsuitableError{Suitability: rd.run.Env().Explain(ctx, r.Provider)}
}

// failureStatus returns the status of a step that cannot be done: Blocked in a plan.
func (f *foresight) failureStatus() Status {
	if f.planning {
		return Blocked
	}
	return Failed
}
