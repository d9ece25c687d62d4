package transaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// driftReason describes a difference from the plan. It returns "" if there is no
// difference, or if a change of this run explains it.
func driftReason(plan *Step, now *ral.Instance, explained bool) string {
	if plan.Found == nil || explained {
		return ""
	}
	for _, c := range plan.Changes {
		if c.Certainty == ral.UnknownUntil || c.Is.IsUnknown() {
			continue
		}
		was, is := plan.Found.Get(c.Attr.Name), now.Get(c.Attr.Name)
		if was.Equal(is) || c.Attr.Name == "ensure" && is.IsAbsent() && c.Should.IsAbsent() {
			continue // userdel also removes the group of its user
		}
		return moved(plan, c.Attr.Name, was, is, now)
	}
	return ""
}

// moved describes the planned and the current value of a property.
func moved(plan *Step, attr string, was, is value.Value, now *ral.Instance) string {
	switch {
	case plan.Resource.IsSecret(attr) || was.IsSecret() || is.IsSecret():
		return attr + " changed"
	case was.Equal(is):
		return attr + " was in sync and is not in sync any more"
	case strings.Contains(was.Text()+is.Text(), "\n"):
		return attr + " was planned from " + size(was) + "; now it is " + size(is) + written(now)
	}
	return fmt.Sprintf("%s was %s, now it is %s", attr, was.Literal(), is.Literal())
}

// size returns the length of a text, as in "1117 bytes", or the literal of any
// other value.
func size(v value.Value) string {
	if v.Kind() != value.String {
		return v.Literal()
	}
	return host.PlainSizes(len(v.Raw()))
}

// written returns when a file was last written, or "" if that is not known.
func written(now *ral.Instance) string {
	if at := now.Get("mtime"); at.Kind() == value.String {
		return ", written " + at.Raw()
	}
	return ""
}

// unplannedRemoval returns why an apply stops before a removal that the plan did
// not contain: the resource appeared since, and the user has not approved its
// removal.
func unplannedRemoval(s *Step) string {
	if s.GeneratedBy == "" || !s.Resource.Removing() {
		return ""
	}
	return "it did not exist when this was planned"
}

// unplannedChange returns why an apply may not change a property that is out of sync:
// the plan has no change of it and did not announce a possible change. It returns "" if
// the change is allowed.
func (w *walk) unplannedChange(s *Step, a *ral.Attribute, is value.Value) string {
	if w.planned == nil || w.noop(s.Resource) {
		return ""
	}
	plan := w.planned[s.Ref()]
	if plan == nil {
		if from := w.planned[s.GeneratedBy]; s.GeneratedBy == "" || from != nil && from.Until > 0 && w.run.HasChanged() {
			return ""
		}
		return "it did not exist when this was planned"
	}
	if plan.plans(a.Name) || plan.Until > 0 && w.run.HasChanged() {
		return ""
	}
	if plan.Found == nil || plan.Status != InSync && plan.Status != Planned && plan.Status != Noop {
		return a.Name + " was not read when this was planned"
	}
	return moved(plan, a.Name, plan.Found.Get(a.Name), is, s.Found)
}

// unplannedChanges applies unplannedChange, before the first change of a step, to
// the properties that its plan does not change.
func (w *walk) unplannedChanges(ctx context.Context, s *Step) string {
	plan := w.plannedStep(s)
	if plan == nil || len(plan.Changes) == 0 || plan.Until > 0 || plan.plans("ensure") {
		return ""
	}
	for _, a := range s.Resource.Type.Properties() {
		is := s.Found.Get(a.Name).Reveal()
		if plan.plans(a.Name) || !isDesired(s.Resource, a) || is.IsUnknown() {
			continue
		}
		if insync, err := w.insync(ctx, s, a, is); !insync && err == nil {
			if why := w.unplannedChange(s, a, is); why != "" {
				return why
			}
		}
	}
	return ""
}

// unprovided reports whether an error means that no provider is suitable.
func unprovided(err error) bool {
	_, none := errors.AsType[*onhost.NoProviderError](err)
	_, unfit := errors.AsType[*onhost.UnsuitableError](err)
	return none || unfit
}
