package transaction

import (
	"context"

	"ralsh/ral"
)

// batch are neighbours of one provider that are written at once. Each was read
// and judged, and waits for the others. Its vertex counts as done for the order
// of the run, so that this is what it is without batches; whatever is of another
// provider, or comes after a waiting resource, ends the batch before it begins. What
// is in sync is passed over.
type batch struct {
	provider *ral.Provider
	setting  bool // by SetBatch; otherwise by FlushBatch
	waiting  []waiting
	ends     []*vertex // of containers, in order
	change   *Change   // of ensure, of the current resource, which is to wait
}

// maxBatch is how many one SetBatch gets: their names must fit into the
// arguments of one command, which are 128 KiB at least (execve(2)).
const maxBatch = 500

// waiting is a resource that is still to be written.
type waiting struct {
	v      *vertex
	up     outcome
	change *Change // of ensure; nil for what is flushed
}

func (m waiting) resource() *ral.Resource { return m.v.step.Resource }

// endBatchUnless ends the batch unless a vertex can be looked at before it is written.
func (w *walk) endBatchUnless(ctx context.Context, v *vertex) {
	if len(w.batch.waiting) > 0 && !w.passable(ctx, v) {
		w.endBatch(ctx)
	}
}

// passable holds of the ends of containers, and of resources of the provider
// that neither wait for the batch nor do anything but be written.
func (w *walk) passable(ctx context.Context, v *vertex) bool {
	if v.part != whole {
		return true
	}
	r := v.step.Resource
	if r.Provider != w.batch.provider || r.Type.EvalGenerate != nil || w.stopped(ctx) || w.afterBatch(v) {
		return false
	}
	up := w.collect(v)
	return w.ops(r).Refresh == nil || up.real+up.noop == 0
}

// afterBatch reports whether a vertex comes right after a waiting vertex.
func (w *walk) afterBatch(v *vertex) bool {
	if len(w.batch.waiting) == 0 {
		return false
	}
	for e := range w.graph.into(v) {
		if w.graph.vertices[e.from].held {
			return true
		}
	}
	return false
}

// passEnd is the begin or the end of a container. One that comes after what
// waits does so too.
func (w *walk) passEnd(v *vertex) {
	if w.afterBatch(v) {
		v.held = true
		w.batch.ends = append(w.batch.ends, v)
		return
	}
	w.pass(v, w.collect(v))
}

// setsBatch reports whether ensure of the current resource waits for what its
// neighbours need. What is done at once ends the batch before.
func (w *walk) setsBatch(ctx context.Context, s *Step, c *Change) bool {
	ops := w.ops(s.Resource)
	if ops.FlushBatch != nil && ops.SetBatch == nil {
		return false
	}
	if w.NoBatch || ops.SetBatch == nil || c.Attr.Name != "ensure" {
		w.interrupt(ctx, s)
		return false
	}
	w.joinOrEnd(ctx, s, true)
	kept := *c
	w.batch.change = &kept
	return true
}

// gathers reports whether the current resource waits to be flushed with its
// neighbours.
func (w *walk) gathers(ctx context.Context, s *Step) bool {
	if w.NoBatch || w.ops(s.Resource).FlushBatch == nil || !s.anyDone() {
		return false
	}
	w.joinOrEnd(ctx, s, false)
	return true
}

// waits holds the current resource when its ensure was put off.
func (w *walk) waits(v *vertex, up outcome) bool {
	c := w.batch.change
	if c == nil {
		return false
	}
	w.batch.change = nil
	w.hold(waiting{v, up, c}, true)
	return true
}

func (w *walk) hold(m waiting, setting bool) {
	m.v.held = true
	w.batch.provider, w.batch.setting = m.resource().Provider, setting
	w.batch.waiting = append(w.batch.waiting, m)
}

func (w *walk) joinOrEnd(ctx context.Context, s *Step, setting bool) {
	b := &w.batch
	if full := setting && len(b.waiting) == maxBatch; len(b.waiting) > 0 && (full || b.setting != setting || !w.canBatch(ctx, b.waiting[0].resource(), s.Resource)) {
		w.interrupt(ctx, s)
	}
}

func (w *walk) canBatch(ctx context.Context, first, r *ral.Resource) bool {
	ops := w.ops(r)
	if ops.CanBatch == nil {
		return true
	}
	ok := false
	err := ral.Guard(func() error {
		ok = ops.CanBatch(ctx, w.run.Reader(r.Provider), first, r)
		return nil
	})
	return ok && err == nil
}

// interrupt ends the batch at a resource that does not fit it.
func (w *walk) interrupt(ctx context.Context, s *Step) {
	if len(w.batch.waiting) == 0 {
		return
	}
	start := w.now()
	w.endBatch(ctx)
	s.Elapsed -= w.since(start)
	w.resume(s)
}

func (w *walk) resume(s *Step) {
	if w.current == s {
		return
	}
	w.current = s
	w.emit(StepResumed{s.N})
}
