package transaction

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// properties syncs ensure first; if it did anything, even fail, no other
// property is looked at (semantics.md L3, L4).
func (w *walk) properties(ctx context.Context, s *Step) {
	r := s.Resource
	for _, a := range r.Type.Properties() {
		if a.Name == "ensure" && w.sync(ctx, s, a) {
			return
		}
	}
	if !r.Type.Present(r.Found) && !r.Type.EnsureOptional {
		return
	}
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" {
			w.sync(ctx, s, a)
		}
	}
}

// sync brings one property to what it should be and reports whether it had to.
func (w *walk) sync(ctx context.Context, s *Step, a *ral.Attribute) bool {
	r := s.Resource
	should := r.Get(a.Name)
	if !should.Truthy() || len(r.Munged(a.Name)) == 0 && !a.EmptyCounts {
		return false
	}
	is := r.Found.Get(a.Name)
	c := Change{Attr: a, Is: is, Should: should, IsText: a.TextOfIs(r, is), Event: a.EventName(should)}
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
	c.Text = a.ChangeText(r, is, should)
	start := time.Now()
	if w.planning && err == nil {
		err = w.foresee(ctx, s, &c)
	}
	before := len(s.Done)
	if err == nil {
		err = ral.Guard(func() error { return w.set(ctx, s, a, should) })
	}
	c.Elapsed = time.Since(start)
	w.judge(s, &c, err, before)
	w.note(s, c)
	if a.Name == "ensure" && c.Status != Failed {
		w.parts(ctx, s, c)
	}
	return true
}

func (w *walk) note(s *Step, c Change) {
	s.Changes = append(s.Changes, c)
	if !w.planning {
		w.emit(PropertyDone{s.N, c})
	}
}

// judge settles a change's status and how sure it is.
func (w *walk) judge(s *Step, c *Change, err error, before int) {
	c.Status = Changed
	if w.planning {
		c.Status = Planned
		if n := w.commandsBefore(s); n > 0 {
			c.Certainty, c.Until = ral.UnknownUntil, n
		}
	}
	switch {
	case w.planning && errors.Is(err, host.ErrNotRun):
		c.Certainty, c.Until = ral.UnknownUntil, s.N
	case w.planning && c.Until > 0 && awaited(err):
		if c.Note == "" {
			c.Note = err.Error() + " yet"
		}
	case err != nil:
		c.Status = Failed
		if w.planning {
			c.Status = Blocked
		}
		c.Err = err
		c.Text = fmt.Sprintf("change from %s to %s failed: %s",
			c.IsText, c.Attr.TextOfShould(s.Resource, c.Should), err)
	case w.planning && c.Certainty == ral.Exact && len(s.Done) == before && s.Resource.Pending == nil:
		c.Certainty = ral.Computed
	}
}

// foresee asks the tool what would happen. When its dry run fails the change
// would fail too, and is not planned; unless a command of an earlier step may
// bring about what is lacking.
func (w *walk) foresee(ctx context.Context, s *Step, c *Change) error {
	ops := w.run.Ops(s.Resource.Provider)
	if ops.Foresee == nil {
		return nil
	}
	err := ral.Guard(func() error {
		f, err := ops.Foresee(ctx, w.run.Look(s.Resource.Provider), s.Resource, c.Attr.Name, c.Should)
		c.Certainty, c.By, c.Note, c.Also, c.Refused = f.Certainty, f.By, f.Note, f.Also, f.Refused
		return err
	})
	if err == nil {
		return nil
	}
	if w.commandsBefore(s) > 0 {
		c.Certainty, c.Note = ral.Computed, "the dry run fails now: "+err.Error()
		return nil
	}
	return fmt.Errorf("the dry run fails: %w", err)
}

func (w *walk) insync(ctx context.Context, s *Step, a *ral.Attribute, is value.Value) (bool, error) {
	r := s.Resource
	if ops := w.run.Ops(r.Provider); ops.InSync != nil {
		var ok, known bool
		err := ral.Guard(func() (err error) {
			ok, known, err = ops.InSync(ctx, w.run.Look(r.Provider), r, a.Name, is, r.Get(a.Name))
			return err
		})
		if known || err != nil {
			return ok, err
		}
	}
	return a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged(a.Name)), nil
}

// parts lists what a creation sets along with ensure, and what a change of
// ensure syncs too, so that a plan shows all of it; an apply checks each when it
// reads again.
func (w *walk) parts(ctx context.Context, s *Step, ensure Change) {
	r := s.Resource
	creates := (ensure.Is.IsAbsent() || ensure.Is.IsSym("purged")) && !r.Removing()
	for _, a := range r.Type.Properties() {
		should, is := r.Get(a.Name), r.Found.Get(a.Name)
		if a.Name == "ensure" || r.IsDefault(a.Name) || !should.Truthy() {
			continue
		}
		c := ensure
		if a.WithEnsure {
			if insync, err := w.insync(ctx, s, a, is); insync || err != nil || is.IsUnknown() {
				continue
			}
			c.IsText, c.Event = a.TextOfIs(r, is), a.EventName(should)
		} else {
			if !creates {
				continue
			}
			is, c.IsText = value.Absent(), "'absent'"
		}
		c.Attr, c.Is, c.Should, c.Part = a, is, should, true
		c.Text, c.Note, c.Also = a.ChangeText(r, is, should), "", nil
		s.Changes = append(s.Changes, c)
	}
}
