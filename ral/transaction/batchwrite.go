package transaction

import (
	"context"
	"slices"

	"ralsh/ral"
)

// endBatch writes the waiting resources, sets the result of each, and continues
// with their events and their verification. The host is read again once for all
// of them.
func (w *walk) endBatch(ctx context.Context) {
	b := w.batch
	if len(b.waiting) == 0 {
		return
	}
	w.batch = batch{}
	for _, m := range b.waiting {
		m.v.held = false
	}
	for _, v := range b.ends {
		v.held = false
	}
	w.write(ctx, b)
	for _, m := range b.waiting {
		s := m.v.step
		w.resume(s)
		w.timed(s, func() { w.goOn(w.watched(ctx, s), m) })
	}
	if w.readAgain {
		w.forget(b.provider)
	}
	for _, m := range b.waiting {
		s := m.v.step
		if w.readAgain && s.touched() {
			w.timed(s, func() { w.verify(w.watched(ctx, s), s) })
		}
		w.close(m.v, m.up)
	}
	for _, v := range b.ends {
		w.pass(v, w.collect(v))
	}
}

// write writes a whole batch; its acts belong to the first resource.
func (w *walk) write(ctx context.Context, b batch) {
	first := b.waiting[0].v.step
	w.batches++
	for _, m := range b.waiting {
		m.v.step.batch = w.batches
	}
	if len(b.waiting) > 1 {
		steps := make([]*Step, len(b.waiting))
		for i, m := range b.waiting {
			if steps[i] = m.v.step; i > 0 {
				m.v.step.BatchLeader = first
			}
		}
		w.emit(Together{steps})
	}
	w.resume(first)
	ctx = w.watched(ctx, first)
	w.timed(first, func() {
		if b.setting {
			w.setTogether(ctx, b)
		} else {
			w.flushTogether(ctx, b)
		}
	})
}

// goOn continues with one resource after the write.
func (w *walk) goOn(ctx context.Context, m waiting) {
	if m.change != nil {
		w.audit(m.v.step)
		w.flush(ctx, m.v.step, m.up)
	}
	w.written(m.v)
	w.react(ctx, m.v, m.up)
}

func (b batch) resources() []*ral.Resource {
	all := make([]*ral.Resource, len(b.waiting))
	for i, m := range b.waiting {
		all[i] = m.resource()
	}
	return all
}

// flushTogether flushes the whole batch; a batch of one resource is flushed as
// usual.
func (w *walk) flushTogether(ctx context.Context, b batch) {
	all := b.resources()
	if len(all) == 1 {
		w.flush(ctx, b.waiting[0].v.step, b.waiting[0].up)
		return
	}
	for i, err := range w.writeAll(ctx, all) {
		w.flushed(b.waiting[i].v.step, err, b.waiting[i].up)
	}
}

// writeAll writes resources with one call and returns an error for each.
func (w *walk) writeAll(ctx context.Context, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	broken := ral.Guard(func() error {
		copy(errs, w.ops(all[0]).Group.Write(ctx, w.writerFor(all[0]), all))
		return nil
	})
	if broken != nil {
		return slices.Repeat([]error{broken}, len(all))
	}
	return errs
}

// setTogether sets ensure of the whole batch.
func (w *walk) setTogether(ctx context.Context, b batch) {
	if !w.planning && w.stopped(ctx) {
		for _, m := range b.waiting {
			m.change.Status = NotBegun
			w.note(m.v.step, *m.change)
		}
		return
	}
	first := b.waiting[0].v.step
	before, start := len(first.Results), w.now()
	errs := w.setBatch(ctx, b)
	took, acted := w.since(start), len(first.Results) > before
	broken := len(b.waiting) > 1 && slices.ContainsFunc(errs, func(err error) bool { return err != nil })
	if broken && !w.planning {
		w.forget(b.provider)
	}
	for i, m := range b.waiting {
		s, c := m.v.step, m.change
		c.Elapsed = took
		err := errs[i]
		if err != nil && broken && w.arrived(ctx, s, c) {
			err = nil
		}
		w.judge(s, c, err, acted, m.up)
		w.finishChange(ctx, s, *c)
	}
}

func (w *walk) setBatch(ctx context.Context, b batch) []error {
	if len(b.waiting) > 1 {
		return w.writeAll(ctx, b.resources())
	}
	m := b.waiting[0]
	return []error{ral.Guard(func() error { return w.set(ctx, m.v.step, m.change.Attr, m.resource().Get(m.change.Attr.Name)) })}
}

// arrived reports whether ensure is in sync although the act for the batch
// failed: the act may have succeeded for this resource.
func (w *walk) arrived(ctx context.Context, s *Step, c *Change) bool {
	if w.planning {
		return false
	}
	ctx = context.WithoutCancel(ctx)
	now, err := w.run.Read(ctx, s.Resource, readProperties(s))
	if err != nil {
		return false
	}
	was := s.Resource.Found
	s.Resource.Found = now
	is := now.Get(c.Attr.Name)
	insync, err := w.insync(ctx, s, c.Attr, is)
	s.Resource.Found = was
	return insync && err == nil && !is.IsUnknown()
}
