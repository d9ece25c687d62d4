package transaction

import (
	"context"
	"slices"

	"ralsh/ral"
)

// endBatch writes the waiting resources, sets the result of each, and continues with
// their events and their verification. It reads the host again once for all of them.
func (bs *batches) endBatch(ctx context.Context) {
	b := bs.open
	if len(b.waiting) == 0 {
		return
	}
	bs.open = batch{}
	for _, m := range b.waiting {
		m.v.held = false
	}
	for _, v := range b.ends {
		v.held = false
	}
	if !b.done {
		bs.write(ctx, b)
		for _, m := range b.waiting {
			s := m.v.step
			bs.resume(s)
			bs.timed(s, func() { bs.goOn(bs.watched(ctx, s), m) })
		}
	}
	if bs.readAgain {
		bs.run.Forget(b.provider)
	} else {
		bs.run.Refresh(b.provider, bs.planning)
	}
	for _, m := range b.waiting {
		s := m.v.step
		if b.done {
			bs.resume(s)
		}
		if bs.readAgain && s.touched() {
			bs.timed(s, func() { bs.verify(bs.watched(ctx, s), s) })
		}
		bs.close(m.v, m.up)
	}
	for _, v := range b.ends {
		bs.pass(v, bs.collect(v))
	}
}

// write writes a whole batch; its acts belong to the first resource.
func (bs *batches) write(ctx context.Context, b batch) {
	first := b.waiting[0].v.step
	bs.count++
	for _, m := range b.waiting {
		m.v.step.batch = bs.count
	}
	if len(b.waiting) > 1 {
		steps := make([]*Step, len(b.waiting))
		for i, m := range b.waiting {
			if steps[i] = m.v.step; i > 0 {
				m.v.step.BatchLeader = first
			}
		}
		bs.emit(Together{steps})
	}
	bs.resume(first)
	ctx = bs.watched(ctx, first)
	bs.timed(first, func() {
		if b.setting {
			bs.setTogether(ctx, b)
		} else {
			bs.flushTogether(ctx, b)
		}
	})
}

// goOn continues with a resource after the write.
func (bs *batches) goOn(ctx context.Context, m waiting) {
	if m.change != nil {
		bs.audit(m.v.step)
		bs.flush(ctx, m.v.step, m.up)
	}
	bs.written(m.v)
	bs.react(ctx, m.v, m.up)
}

func (b batch) resources() []*ral.Resource {
	all := make([]*ral.Resource, len(b.waiting))
	for i, m := range b.waiting {
		all[i] = m.resource()
	}
	return all
}

// flushTogether flushes the whole batch, and a batch with a single resource as usual.
func (bs *batches) flushTogether(ctx context.Context, b batch) {
	all := b.resources()
	if len(all) == 1 {
		bs.flush(ctx, b.waiting[0].v.step, b.waiting[0].up)
		return
	}
	for i, err := range bs.writeAll(ctx, all) {
		bs.flushed(b.waiting[i].v.step, err, b.waiting[i].up)
	}
}

// writeAll writes resources with a single call and returns an error for each.
func (bs *batches) writeAll(ctx context.Context, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	broken := ral.Guard(func() error {
		copy(errs, bs.ops(all[0]).Group.Write(ctx, bs.writerFor(all[0]), all))
		return nil
	})
	if broken != nil {
		return slices.Repeat([]error{broken}, len(all))
	}
	return errs
}

// setTogether sets ensure of the whole batch.
func (bs *batches) setTogether(ctx context.Context, b batch) {
	if !bs.planning && bs.stopped(ctx) {
		for _, m := range b.waiting {
			m.change.Status = NotBegun
			bs.note(m.v.step, *m.change)
		}
		return
	}
	first := b.waiting[0].v.step
	before, start := len(first.Results), bs.now()
	errs := bs.setBatch(ctx, b)
	took, acted := bs.since(start), len(first.Results) > before
	broken := len(b.waiting) > 1 && slices.ContainsFunc(errs, func(err error) bool { return err != nil })
	if broken && !bs.planning {
		bs.run.Forget(b.provider)
	}
	for i, m := range b.waiting {
		s, c := m.v.step, m.change
		c.Elapsed = took
		err := errs[i]
		if err != nil && broken && bs.arrived(ctx, s, c) {
			err = nil
		}
		bs.judge(s, c, err, acted, m.up)
		bs.finishChange(ctx, s, *c)
	}
}

func (bs *batches) setBatch(ctx context.Context, b batch) []error {
	if len(b.waiting) > 1 {
		return bs.writeAll(ctx, b.resources())
	}
	m := b.waiting[0]
	return []error{ral.Guard(func() error { return bs.set(ctx, m.v.step, m.change.Attr, m.resource().Get(m.change.Attr.Name)) })}
}

// arrived reports whether ensure is in sync although the act for the batch
// failed: the act may have succeeded for this resource.
func (bs *batches) arrived(ctx context.Context, s *Step, c *Change) bool {
	if bs.planning {
		return false
	}
	ctx = context.WithoutCancel(ctx)
	now, err := bs.run.Read(ctx, s.Resource, readProperties(s))
	if err != nil {
		return false
	}
	was := s.Resource.Found
	s.Resource.Found = now
	is := now.Get(c.Attr.Name)
	insync, err := bs.insync(ctx, s, c.Attr, is)
	s.Resource.Found = was
	return insync && err == nil && !is.IsUnknown()
}
