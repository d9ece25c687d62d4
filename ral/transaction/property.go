package transaction

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/value"
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
		if a.Name != "ensure" && s.Status != Stopped {
			w.sync(ctx, s, a, up)
		}
	}
}

// unplanned is why a property that is not in sync may not be changed by an apply: the
// plan has no change of it, and did not say that one may come. It is "" where it may.
func (w *walk) unplanned(s *Step, a *ral.Attribute, is value.Value) string {
	if w.planned == nil || w.noop(s.Resource) {
		return ""
	}
	plan := w.planned[s.Ref()]
	if plan == nil {
		if from := w.planned[s.GeneratedBy]; s.GeneratedBy == "" || from != nil && from.Until > 0 && w.acts > 0 {
			return ""
		}
		return "it did not exist when this was planned"
	}
	if plan.plans(a.Name) || plan.Until > 0 && w.acts > 0 {
		return ""
	}
	if plan.Found == nil || plan.Status != InSync && plan.Status != Planned && plan.Status != Noop {
		return a.Name + " was not looked at when this was planned"
	}
	return moved(plan, a.Name, plan.Found.Get(a.Name), is, s.Found)
}

// unplannedBeside is unplanned of the properties that the plan of a step with changes
// left alone: it is asked before the first change.
func (w *walk) unplannedBeside(ctx context.Context, s *Step) string {
	plan := w.planned[s.Ref()]
	if plan == nil || len(plan.Changes) == 0 || plan.Until > 0 || plan.plans("ensure") {
		return ""
	}
	for _, a := range s.Resource.Type.Properties() {
		is := s.Found.Get(a.Name).Reveal()
		if plan.plans(a.Name) || !wanted(s.Resource, a) || is.IsUnknown() {
			continue
		}
		if insync, err := w.insync(ctx, s, a, is); !insync && err == nil {
			if why := w.unplanned(s, a, is); why != "" {
				return why
			}
		}
	}
	return ""
}

// wanted reports whether a resource says what a property should be.
func wanted(r *ral.Resource, a *ral.Attribute) bool {
	return r.Has(a.Name) && r.Get(a.Name).Truthy() && (len(r.Munged(a.Name)) > 0 || a.AllowEmptyList)
}

// sync brings one property to what it should be and reports whether it had to.
func (w *walk) sync(ctx context.Context, s *Step, a *ral.Attribute, up outcome) bool {
	r := s.Resource
	if !wanted(r, a) {
		return false
	}
	is := r.Found.Get(a.Name).Reveal()
	var insync bool
	var err error
	if !is.IsUnknown() {
		if insync, err = w.insync(ctx, s, a, is); insync && err == nil {
			return false // most properties of most runs: nothing is put into words
		}
	}
	should, told := r.Get(a.Name), s.found(a)
	shown := r.ShownIs(a.Name, told)
	c := Change{Attr: a, Is: shown, Should: r.Shown(a.Name), IsText: a.TextOfIs(r, shown), Event: a.EventName(r.Type, should)}
	if is.IsUnknown() {
		c.Status, c.Err = Blocked, errors.New(is.Reason())
		c.IsText = "not known: " + is.Reason()
		w.note(s, c)
		return true
	}
	if len(s.Changes) == 0 {
		if s.Drift = w.unplanned(s, a, is); s.Drift != "" {
			s.Status = Stopped
			return true
		}
	}
	broken := ral.Guard(func() error {
		c.Text = a.ChangeText(r, told, should)
		return nil
	})
	start := w.now()
	w.mark(s, &c)
	before := len(s.Results)
	switch {
	case err != nil:
	case !w.planning && w.stopped(ctx):
		// The current change was let to end; this one is not begun.
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
