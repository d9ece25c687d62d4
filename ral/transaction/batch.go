package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
)

// batch collects consecutive resources of a provider that are written together. Each
// was read and evaluated, and waits for the rest. Its vertex counts as done, so that
// batching does not affect the order of the run. A resource of a different provider, or
// a resource that depends on a waiting resource, ends the batch first. Resources in
// sync do not end it.
type batch struct {
	provider *ral.Provider
	setting  bool // the batch sets ensure; otherwise it flushes the collected changes
	done     bool // each resource is written, and waits to be verified
	waiting  []waiting
	ends     []*vertex // ends of containers, in order
	change   *Change   // of ensure, of the current resource, which is about to wait
}

// batches writes consecutive resources of a walk together.
type batches struct {
	*walk
	open  batch
	count int // number of batches written
}

// maxBatch is the maximum number of resources whose ensure is set together: their names
// must fit into the arguments of a command, at least 128 KiB (execve(2)).
const maxBatch = 500

// waiting is a resource that is still to be written.
type waiting struct {
	v      *vertex
	up     outcome
	change *Change // of ensure; nil for a flush
}

func (m waiting) resource() *ral.Resource { return m.v.step.Resource }

// endBatchUnless ends the batch unless the vertex can be visited before the
// batch is written.
func (bs *batches) endBatchUnless(ctx context.Context, v *vertex) {
	if len(bs.open.waiting) > 0 && !bs.passable(ctx, v) {
		bs.endBatch(ctx)
	}
}

// passable reports whether the vertex is the end of a container, or a resource of the
// batch's provider that does not depend on the batch and is only written.
func (bs *batches) passable(ctx context.Context, v *vertex) bool {
	if v.Part != graph.Whole {
		return true
	}
	r := v.step.Resource
	if r.Provider != bs.open.provider || r.Type.EvalGenerate != nil || bs.stopped(ctx) || bs.afterBatch(v) {
		return false
	}
	if plan := bs.plannedStep(v.step); plan != nil && plan.batch > 0 && bs.plannedApart(bs.open.waiting[0].v.step, v.step) {
		return false // it is read after the batch, which may change it
	}
	up := bs.collect(v)
	return bs.ops(r).Refresh == nil || up.real+up.noop == 0
}

// afterBatch reports whether the vertex directly follows a waiting vertex.
func (bs *batches) afterBatch(v *vertex) bool {
	if len(bs.open.waiting) == 0 {
		return false
	}
	for e := range bs.graph.Into(v.Vertex) {
		if bs.vertices[e.From].held {
			return true
		}
	}
	return false
}

// passEnd visits the begin or the end of a container. If it follows a waiting vertex,
// it also waits.
func (bs *batches) passEnd(v *vertex) {
	if bs.afterBatch(v) {
		v.held = true
		bs.open.ends = append(bs.open.ends, v)
		return
	}
	bs.pass(v, bs.collect(v))
}

// joinSet makes the change of ensure of the current resource wait for the batch, if it
// can be part of it, and reports whether it does. A change that is applied immediately
// ends the batch first.
func (bs *batches) joinSet(ctx context.Context, s *Step, c *Change) bool {
	group := bs.ops(s.Resource).Group
	if group.Write != nil && !group.Sets {
		return false
	}
	if bs.NoBatch || group.Write == nil || c.Attr.Name != "ensure" {
		bs.interrupt(ctx, s)
		return false
	}
	bs.endUnlessJoins(ctx, s, true)
	kept := *c
	bs.open.change = &kept
	return true
}

// joinFlush ends the batch if the current resource cannot be flushed with it.
// It reports whether the resource is flushed in a batch at all.
func (bs *batches) joinFlush(ctx context.Context, s *Step) bool {
	if group := bs.ops(s.Resource).Group; bs.NoBatch || group.Write == nil || group.Sets || !s.anyDone() {
		return false
	}
	bs.endUnlessJoins(ctx, s, false)
	return len(bs.open.waiting) > 0 || bs.canBatch(ctx, s.Resource, s.Resource)
}

// holdSet holds the current resource if its change of ensure joined the batch, and
// reports whether it did.
func (b *batch) holdSet(v *vertex, up outcome) bool {
	c := b.change
	if c == nil {
		return false
	}
	b.change = nil
	b.hold(waiting{v, up, c}, true)
	return true
}

func (b *batch) hold(m waiting, setting bool) {
	m.v.held = true
	b.provider, b.setting = m.resource().Provider, setting
	b.waiting = append(b.waiting, m)
}

func (bs *batches) endUnlessJoins(ctx context.Context, s *Step, setting bool) {
	b := &bs.open
	if len(b.waiting) == 0 {
		return
	}
	first := b.waiting[0]
	full := setting && len(b.waiting) == maxBatch
	if full || b.setting != setting || bs.plannedApart(first.v.step, s) || !bs.canBatch(ctx, first.resource(), s.Resource) {
		bs.interrupt(ctx, s)
	}
}

// plannedApart reports whether the plan writes two steps separately: a resource
// between them that could not be planned ended the batch there, and is not
// visited by the apply.
func (f *foresight) plannedApart(a, b *Step) bool {
	before, now := f.planned[a.Ref()], f.planned[b.Ref()]
	return before != nil && now != nil && before.batch != now.batch
}

func (rd *reading) canBatch(ctx context.Context, first, r *ral.Resource) bool {
	can := rd.ops(r).Group.Can
	if can == nil {
		return true
	}
	ok := false
	err := ral.Guard(func() error {
		ok = can(ctx, rd.run.Reader(r.Provider), first, r)
		return nil
	})
	return ok && err == nil
}

// holdWritten holds a resource that is written until it is verified together with the
// next ones, and reports whether it does. A resource that failed is verified immediately.
func (bs *batches) holdWritten(v *vertex, up outcome) bool {
	r := v.step.Resource
	if bs.NoBatch || !bs.ops(r).Group.VerifiesTogether || v.step.failing() {
		return false
	}
	bs.open.done = true
	bs.open.hold(waiting{v: v, up: up}, false)
	return true
}

// unverified reports whether written resources of a provider wait to be verified.
func (b batches) unverified(p *ral.Provider) bool { return b.open.done && b.open.provider == p }

// interrupt ends the batch at a resource that cannot join it.
func (bs *batches) interrupt(ctx context.Context, s *Step) {
	if len(bs.open.waiting) == 0 || bs.unverified(s.Resource.Provider) {
		return
	}
	start := bs.now()
	bs.endBatch(ctx)
	s.Elapsed -= bs.since(start)
	bs.resume(s)
}

func (rec *recording) resume(s *Step) {
	if rec.current == s {
		return
	}
	rec.current = s
	rec.emit(StepResumed{s.N})
}
