package transaction

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
)

// resolve computes the deferred values of a resource when it is evaluated, after its
// dependencies (semantics.md A25, X5). In a plan the functions read the planned writes
// of earlier steps. It reports whether the step continues.
func (w *walk) resolve(ctx context.Context, s *Step, up outcome) bool {
	attrs, diags, err := w.run.Env().Resolve(ctx, w.run.Env().Reader(), s.Resource, w.secrets)
	s.Decl = s.Resource.Decl
	if err != nil {
		w.cannotRead(s, up, err)
		return false
	}
	s.Resource.TeachSecrets(w.secrets, nil)
	s.resolved = attrs
	if err := diags.Err(); err != nil {
		w.cannotRead(s, up, err)
		return false
	}
	s.Dropped = append(s.Dropped, diags...)
	if plan := w.planned[s.Ref()]; plan != nil && plan.resolved != nil {
		s.Drift = resolvedDrift(s.Resource, plan.resolved, attrs)
	}
	if s.Drift != "" {
		s.Status = Stopped
	}
	return s.Drift == ""
}

// Uncomputed returns the deferred attributes whose values the plan could not compute,
// because an earlier step must run first.
func (s *Step) Uncomputed() []ral.Attr {
	if s.Decl.Deferred == nil || s.resolved != nil {
		return nil
	}
	return *s.Decl.Deferred
}

// resolvedDrift describes the first deferred value that differs from the planned value.
func resolvedDrift(r *ral.Resource, planned, now []ral.Attr) string {
	for _, a := range planned {
		i := slices.IndexFunc(now, func(b ral.Attr) bool { return b.Name == a.Name })
		switch {
		case i < 0:
			return a.Name + " does not have a value any more"
		case now[i].Value.Equal(a.Value):
		case r.IsSecret(a.Name) || a.Value.IsSecret() || now[i].Value.IsSecret():
			return a.Name + " is computed, and differs from the planned value"
		case strings.Contains(a.Value.Text()+now[i].Value.Text(), "\n"):
			return a.Name + " is computed: " + size(a.Value) + " were planned, and now it has " + size(now[i].Value)
		default:
			return fmt.Sprintf("%s is computed: %s was planned, and now it is %s", a.Name, a.Value.Literal(), now[i].Value.Literal())
		}
	}
	if len(now) > len(planned) {
		return "more values are computed than were planned"
	}
	return ""
}
