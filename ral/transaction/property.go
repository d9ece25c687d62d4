package transaction

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
)

// properties syncs ensure first; if that did anything, or failed, no other
// property is synced (semantics.md L3, L4).
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
		if a.Name != "ensure" && s.Status != Stopped && !s.lacks(a) {
			w.sync(ctx, s, a, up)
		}
	}
}

// lacks reports whether the change failed that a change of a property requires.
func (s *Step) lacks(a *ral.Attribute) bool {
	return a.Needs != "" && slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Attr.Name == a.Needs && c.Status == Failed })
}

// isDesired reports whether the resource has a desired value of the property.
func isDesired(r *ral.Resource, a *ral.Attribute) bool {
	return r.Sets(a) && r.Get(a.Name).Truthy() && (len(r.Munged(a.Name)) > 0 || a.AllowEmptyList)
}

// sync syncs a property and reports whether it was out of sync.
func (w *walk) sync(ctx context.Context, s *Step, a *ral.Attribute, up outcome) bool {
	r := s.Resource
	if !isDesired(r, a) {
		return false
	}
	is := r.Found.Get(a.Name).Reveal()
	var insync bool
	var err error
	if !is.IsUnknown() {
		if insync, err = w.insync(ctx, s, a, is); insync && err == nil {
			w.leftAlone(ctx, s, a)
			return false // most properties of most runs: no text is built
		}
	}
	should, text := r.Get(a.Name), s.found(a)
	shown := r.ShownIs(a.Name, text)
	c := Change{Attr: a, Is: shown, Should: r.Shown(a.Name), IsText: a.TextOfIs(r, shown), Event: a.EventName(r.Type, should)}
	if is.IsUnknown() {
		c.Status, c.Err = Blocked, errors.New(is.Reason())
		c.IsText = "not known: " + is.Reason()
		w.note(s, c)
		return true
	}
	if len(s.Changes) == 0 {
		if s.Drift = w.unplannedChange(s, a, is); s.Drift != "" {
			s.Status = Stopped
			return true
		}
	}
	broken := ral.Guard(func() error {
		c.Text = a.ChangeText(r, text, should)
		return nil
	})
	start := w.now()
	w.mark(s, &c)
	before := len(s.Results)
	switch {
	case err != nil:
	case !w.planning && w.stopped(ctx):
		// The current change was allowed to finish; this change is not started.
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
		if err == nil && broken == nil && w.batches.joinSet(ctx, s, &c) {
			return true
		}
		if err == nil {
			err = w.doubted(s, ral.Guard(func() error { return w.set(ctx, s, a, should) }), &c)
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

// leftAlone notes why the desired value of a property is left alone, and returns whether
// it is.
func (rd *reading) leftAlone(ctx context.Context, s *Step, a *ral.Attribute) bool {
	why := a.SkipReason(ctx, s.Resource)
	if why != "" {
		s.Dropped = append(s.Dropped, diagnostic.Diag{Kind: diagnostic.Dropped, Attr: a.Name, Message: why})
	}
	return why != ""
}

// finishChange records an attempted change, with the other properties that it
// set.
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
