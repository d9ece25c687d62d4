package transaction

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// judge settles a change's status and how sure it is.
func (w *walk) judge(s *Step, c *Change, err error, before int, up trail) {
	c.Status = Changed
	if w.planning {
		c.Status = Planned
		if up.ran > 0 {
			c.Certainty, c.Until = ral.UnknownUntil, up.ran
		}
	}
	switch {
	case w.planning && errors.Is(err, host.ErrNotRun):
		c.Certainty, c.Until = ral.UnknownUntil, s.N
	case w.planning && c.Until > 0 && awaited(err):
		c.Note = err.Error() + " yet"
	case err != nil:
		c.Status = Failed
		if w.planning {
			c.Status = Blocked
		}
		c.Err, c.Audited, c.Was = err, false, value.Value{}
		c.Text = fmt.Sprintf("change from %s to %s failed: %s",
			c.IsText, c.Attr.TextOfShould(s.Resource, c.Should), err)
	case w.planning && c.Certainty == ral.Exact && len(s.Done) == before && s.Resource.Pending == nil:
		c.Certainty = ral.Computed
	}
}

func (w *walk) foresee(ctx context.Context, s *Step, c *Change) {
	ops := w.ops(s.Resource)
	if ops.Foresee == nil {
		return
	}
	err := ral.Guard(func() error {
		f, err := ops.Foresee(ctx, w.run.Look(s.Resource.Provider), s.Resource, c.Attr.Name, c.Should)
		c.Certainty, c.By, c.Note, c.Also = f.Certainty, f.By, f.Note, f.Also
		return err
	})
	if err != nil {
		c.Certainty, c.Note = ral.Computed, "the dry run failed: "+err.Error()
	}
}

func (w *walk) insync(ctx context.Context, s *Step, a *ral.Attribute, is value.Value) (bool, error) {
	r := s.Resource
	if ops := w.ops(r); ops.InSync != nil {
		var ok, known bool
		err := ral.Guard(func() (err error) {
			ok, known, err = ops.InSync(ctx, w.run.Look(r.Provider), r, a.Name, is, r.Get(a.Name))
			return err
		})
		if known || err != nil {
			return ok, err
		}
	}
	var ok bool
	err := ral.Guard(func() error {
		ok = a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged(a.Name))
		return nil
	})
	return ok, err
}

// parts lists what a creation sets along with ensure, so that a plan shows all
// of it; an apply checks each when it reads again.
func (w *walk) parts(s *Step, ensure Change) {
	r := s.Resource
	if !ensure.Is.IsAbsent() && !ensure.Is.IsSym("purged") || r.Removing() {
		return
	}
	for _, a := range r.Type.Properties() {
		should := r.Get(a.Name)
		if a.Name == "ensure" || r.IsDefault(a.Name) || !should.Truthy() {
			continue
		}
		c := ensure
		c.Attr, c.Is, c.Should, c.Part = a, value.Absent(), should, true
		c.IsText, c.Text, c.Note, c.Also = "'absent'", a.ChangeText(r, value.Absent(), should), "", nil
		s.Changes = append(s.Changes, c)
	}
}
