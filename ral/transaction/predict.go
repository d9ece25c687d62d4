package transaction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// judge sets the status and the certainty of a change. acted reports whether an
// act was made or attempted.
func (f *foresight) judge(s *Step, c *Change, err error, acted bool, up outcome) {
	c.Status = Changed
	if f.planning {
		c.Status = Planned
		// An event that no command can affect, such as a message, stays exact.
		ignorer := s.Resource.Type.HostIgnorer()
		guarded := ignorer != nil && !ignorer.IgnoresHost(s.Resource)
		until := max(up.ran, f.effects.Also(s.Resource))
		if guarded {
			// The test of the resource decides, and may depend on any effect of an
			// earlier step.
			s.checked = f.checked.Load()
			until = max(until, f.effects.Until(s.Resource, s.checked))
		}
		if until > 0 && (!c.Attr.Transient || guarded) {
			c.Certainty, c.Until = ral.UnknownUntil, until
		}
	}
	switch {
	case f.planning && errors.Is(err, host.ErrNotRun):
		c.Certainty, c.Until = ral.UnknownUntil, s.N
	case f.planning && f.unprotects(err) > 0:
		c.Certainty, c.Until, c.Note = ral.UnknownUntil, f.unprotects(err), err.Error()+" yet"
	case f.mayChange(s, up, err) > 0:
		c.Certainty, c.Until = ral.UnknownUntil, max(c.Until, f.mayChange(s, up, err))
		c.Note = cmp.Or(c.Note, err.Error()+" yet")
	case errors.Is(err, host.ErrStopped):
		c.Status = NotBegun
	case err != nil:
		err = f.removed(err)
		c.Status = Failed
		if f.planning {
			c.Status = Blocked
		}
		c.Err, c.Audited = err, false
		c.Text = fmt.Sprintf("change from %s to %s failed: %s",
			c.IsText, c.Attr.TextOfShould(s.Resource, c.Should), err)
	case f.planning && c.Certainty == ral.Exact && !acted && s.Resource.Pending == nil:
		c.Certainty = ral.Computed
	}
}

// predict runs the tool's dry run while planning. If it fails, the change would also
// fail and is not planned, unless a command of an earlier step may provide the missing
// dependency.
func (w *walk) predict(ctx context.Context, s *Step, c *Change, up outcome) error {
	ops := w.ops(s.Resource)
	if !w.planning || ops.Predict == nil || w.NoPredict {
		return nil
	}
	err := ral.Guard(func() error {
		f, err := ops.Predict(ctx, w.run.Reader(s.Resource.Provider), s.Resource, c.Attr.Name, s.Resource.Get(c.Attr.Name))
		c.Certainty, c.By, c.Note, c.Also, c.Lasting, c.Refused = f.Certainty, f.By, f.Note, f.Also, f.Lasting, f.Refused
		c.AlsoRemoves, c.AlsoMakes = f.AlsoRemoves, f.AlsoMakes
		c.Milder, c.Keeps = f.Milder, f.Keeps
		if f.Certainty == ral.UnknownUntil {
			if c.Until = s.N; up.ran > 0 {
				c.Until = up.ran
			}
		}
		return err
	})
	switch {
	case err == nil && c.Refused != "" && w.run.Reader(s.Resource.Provider).UID() == 0:
		// Root cannot gain more privileges.
		return errors.New(c.Refused)
	case err == nil:
		return nil
	case up.ran > 0:
		c.Certainty, c.Note = ral.Computed, "the dry run fails now: "+err.Error()
		return nil
	}
	return fmt.Errorf("the dry run fails: %w", err)
}

func (rd *reading) insync(ctx context.Context, s *Step, a *ral.Attribute, is value.Value) (bool, error) {
	r := s.Resource
	is = is.Reveal()
	if ops := rd.ops(r); ops.InSync != nil {
		var ok, known bool
		err := ral.Guard(func() (err error) {
			ok, known, err = ops.InSync(ctx, rd.run.Reader(r.Provider), r, a.Name, is, r.Get(a.Name))
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

// parts lists the properties that a creation sets together with ensure, declared or by
// default, and those that a change of ensure also syncs, so that a plan shows them. An
// apply verifies each of them. A default that locates the resource, such as /etc/hosts,
// is the place where ralsh searches, and not a part.
func (rd *reading) parts(ctx context.Context, s *Step, ensure Change) {
	r := s.Resource
	creates := (ensure.Is.IsAbsent() || ensure.Is.IsSym("purged")) && !r.Removing()
	for _, a := range r.Type.Properties() {
		should, is := r.Get(a.Name), r.Found.Get(a.Name).Reveal()
		isValue := func(v value.Value) bool { return !v.IsAbsent() } // a default list may be [absent]
		if a.Name == "ensure" || !should.Truthy() || r.IsDefault(a.Name) && (a.LocatesResource || !slices.ContainsFunc(should.Elements(), isValue)) {
			continue
		}
		if rd.leftAlone(ctx, s, a) {
			continue
		}
		c := ensure
		text := s.found(a)
		c.Is = r.ShownIs(a.Name, text)
		if a.SyncedByEnsure {
			if insync, err := rd.insync(ctx, s, a, is); insync || err != nil || is.IsUnknown() {
				continue
			}
			c.IsText, c.Event = a.TextOfIs(r, c.Is), a.EventName(r.Type, should)
		} else {
			if !creates {
				continue
			}
			text, c.Is, c.IsText = value.Absent(), value.Absent(), "'absent'"
		}
		c.Attr, c.Should, c.Part = a, r.Shown(a.Name), true
		c.Text, c.Note, c.Also = a.ChangeText(r, text, should), a.Warning(r), nil
		c.AlsoRemoves, c.AlsoMakes, c.Lasting = nil, nil, nil
		s.Changes = append(s.Changes, c)
	}
}
