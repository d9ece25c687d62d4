package transaction

import (
	"context"
	"errors"

	"ralsh/ral"
)

// properties syncs ensure first; if it did anything, even fail, no other
// property is looked at (semantics.md L3, L4).
func (w *walk) properties(ctx context.Context, s *Step, up outcome) {
	r := s.Resource
	for _, a := range r.Type.Properties() {
		if a.Name == "ensure" && w.sync(ctx, s, a, up) {
			return
		}
	}
	if !r.Type.Present(r.Found) && !r.Type.EnsureOptional {
		return
	}
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" {
			w.sync(ctx, s, a, up)
		}
	}
}

// sync brings one property to what it should be and reports whether it had to.
func (w *walk) sync(ctx context.Context, s *Step, a *ral.Attribute, up outcome) bool {
	r := s.Resource
	if !r.Has(a.Name) {
		return false
	}
	should := r.Get(a.Name)
	if !should.Truthy() || len(r.Munged(a.Name)) == 0 && !a.AllowEmptyList {
		return false
	}
	is := r.Found.Get(a.Name).Reveal()
	shown := r.ShownIs(a.Name, is)
	c := Change{Attr: a, Is: shown, Should: r.Shown(a.Name), IsText: a.TextOfIs(r, shown), Event: a.EventName(r.Type, should)}
	if is.IsUnknown() {
		c.Status, c.Err = Blocked, errors.New(is.Reason())
		c.IsText = "not known: " + is.Reason()
		w.note(s, c)
		return true
	}
	insync, err := w.insync(ctx, s, a, is)
	if insync && err == nil {
		return false
	}
	broken := ral.Guard(func() error {
		c.Text = a.ChangeText(r, is, should)
		return nil
	})
	start := w.now()
	w.mark(s, &c)
	before := len(s.Results)
	switch {
	case err != nil:
	case !w.planning && w.stopped(ctx):
		// The change in hand was let to end; this one is not begun.
		c.Status = NotBegun
		w.note(s, c)
		return true
	case w.noop(r):
		c.Status = Noop
		w.note(s, c)
		return true
	default:
		if err = w.predict(ctx, s, &c, up); err == nil {
			err = w.precheck(ctx, s, &c)
		}
		if err == nil && broken == nil && w.setsBatch(ctx, s, &c) {
			return true
		}
		if err == nil {
			err = ral.Guard(func() error { return w.set(ctx, s, a, should) })
		}
		if err == nil {
			err = broken
		}
	}
	if c.Note == "" {
		c.Note = a.Warning(r)
	}
	c.Elapsed = w.since(start)
	w.judge(s, &c, err, len(s.Results) > before, up)
	w.finishChange(ctx, s, c)
	return true
}

// finishChange notes a change that was tried, with what came along with it.
func (w *walk) finishChange(ctx context.Context, s *Step, c Change) {
	w.note(s, c)
	if c.Attr.Name == "ensure" && c.Status != Failed {
		w.parts(ctx, s, c)
	}
}

func (w *walk) note(s *Step, c Change) {
	s.Changes = append(s.Changes, c)
	if !w.planning {
		w.emit(PropertyDone{s.N, c})
	}
}
