// Package undeclared finds the current values of the properties that a declaration omits.
//
// Some tools write a resource from its declaration alone, for example iptables(8), and lose
// every value that is not declared. [Complete] adds these values to declarations.
package undeclared

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// Kept lists the attributes that were added to declarations, by resource.
type Kept struct {
	added   map[string][]string // attributes
	secrets map[string][]string // secrets that were not added, because the value that was read may not be the secret
}

// Complete adds the undeclared current values to declarations with KeepRest, if
// the provider would otherwise lose them: an iptables rule is written from the
// declaration alone.
func Complete(ctx context.Context, env *onhost.Env, decls []ral.Decl) (whole []ral.Decl, k Kept) {
	whole = decls
	k = Kept{make(map[string][]string), make(map[string][]string)}
	for i, d := range decls {
		if !d.KeepRest {
			continue
		}
		r, found := there(ctx, env, d)
		if found == nil {
			continue
		}
		rest := Values(ctx, env, d, r, found)
		if len(rest) > 0 && len(k.added) == 0 {
			whole = slices.Clone(decls)
		}
		for _, a := range rest {
			whole[i].Attrs = append(slices.Clip(whole[i].Attrs), a)
			k.added[d.Ref()] = append(k.added[d.Ref()], a.Name)
		}
		for _, a := range r.Type.Properties() {
			if is := found.Get(a.Name); a.Sensitive && !r.Has(a.Name) && !is.IsNil() && !is.IsUnknown() && !is.IsAbsent() {
				k.secrets[d.Ref()] = append(k.secrets[d.Ref()], a.Name)
			}
		}
	}
	return whole, k
}

// Warn adds a message to each change of a plan that may lose a secret.
func (k Kept) Warn(plan *transaction.Plan) {
	for _, step := range plan.Steps {
		if step.Status != transaction.Planned {
			continue
		}
		for _, name := range k.secrets[step.Ref()] {
			step.Messages = ral.AddMessage(step.Messages, ral.Message{Level: "warning", Text: name + " is a secret and is not declared: the provider may reset it"})
		}
	}
}

// there returns the resource of a declaration and its instance, or nil if its
// provider would lose no undeclared value.
func there(ctx context.Context, env *onhost.Env, d ral.Decl) (*ral.Resource, *ral.Instance) {
	t := env.Registry.Type(d.Type)
	if t == nil || !MayLose(t) {
		return nil, nil
	}
	r, diags := env.Build(ctx, d)
	if !Loses(r) {
		return nil, nil
	}
	if found := present(ctx, env, d, r, diags); found != nil {
		return r, found
	}
	return nil, nil
}

// present returns the instance of a declared resource, or nil.
func present(ctx context.Context, env *onhost.Env, d ral.Decl, r *ral.Resource, diags diagnostic.Diags) *ral.Instance {
	if diags.Err() == nil {
		if found, err := onhost.NewRun(env, env.Reader()).Retrieve(ctx, r); err == nil {
			if !found.Present() {
				return nil
			}
			return found
		}
	}
	for _, seen := range env.FindUnmarked(ctx, r.Type, d.Title, r.Type.Places(d.Attrs)...) { // the type may require undeclared values
		if seen.Provider == r.Provider && seen.Err == nil && seen.Found.Present() {
			return seen.Found
		}
	}
	return nil
}

// Rest returns the properties of a resource that are not declared, see Values.
func Rest(ctx context.Context, env *onhost.Env, d ral.Decl) []ral.Attr {
	r, diags := env.Build(ctx, d)
	if r == nil || r.Provider == nil || removes(r) {
		return nil
	}
	if found := present(ctx, env, d, r, diags); found != nil {
		return Values(ctx, env, d, r, found)
	}
	return nil
}

// MayLose reports whether a provider of a type would lose undeclared values.
func MayLose(t *ral.Type) bool {
	return slices.ContainsFunc(t.Providers(), func(p *ral.Provider) bool { return p.FromDeclared })
}

// Loses reports whether the resource's provider would lose undeclared values.
func Loses(r *ral.Resource) bool {
	return r.Provider != nil && r.Provider.FromDeclared && !removes(r)
}

// Values returns the undeclared properties with their current values, if
// these can be declared and are then in sync.
func Values(ctx context.Context, env *onhost.Env, d ral.Decl, r *ral.Resource, found *ral.Instance) []ral.Attr {
	var rest []ral.Attr
	for _, a := range r.Type.Properties() {
		is := found.Get(a.Name)
		undeclared := !r.Has(a.Name) || r.IsDefault(a.Name)
		if undeclared && a.Name != "ensure" && !a.ReadOnly && !a.Sensitive && !is.IsNil() && !is.IsUnknown() && !is.IsAbsent() && !is.IsSecret() && len(r.Provider.Lacks(a)) == 0 {
			rest = append(rest, ral.Attr{Name: a.Name, Value: is})
		}
	}
	return declarable(ctx, env, r.Type, d, rest, found)
}

func removes(r *ral.Resource) bool {
	should := r.Munged("ensure")
	return len(should) == 1 && slices.Contains([]string{"absent", "purged"}, should[0].Text())
}

// declarable omits values that the type rejects or that would be a change. If the
// type rejects the values together, declarable omits each value that is rejected
// along with the values before it: a provider may read a flag as false although
// the type rejects a declaration of the flag.
func declarable(ctx context.Context, env *onhost.Env, t *ral.Type, d ral.Decl, rest []ral.Attr, found *ral.Instance) []ral.Attr {
	accepted := func(rest []ral.Attr) bool {
		with := d
		with.Attrs = append(slices.Clip(d.Attrs), rest...)
		r, diags := env.BuildOf(ctx, t, &with)
		return diags.Err() == nil && !slices.ContainsFunc(rest, func(at ral.Attr) bool {
			same := false
			a := r.Type.Attr(at.Name)
			err := ral.Guard(func() error {
				same = a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, found.Get(a.Name), r.Munged(a.Name))
				return nil
			})
			return err != nil || !same
		})
	}
	if accepted(rest) {
		return rest
	}
	var some []ral.Attr
	for _, a := range rest {
		if with := append(slices.Clip(some), a); accepted(with) {
			some = with
		}
	}
	return some
}

// ChangesAny reports whether a plan changes an attribute that was only added to keep it.
func (k Kept) ChangesAny(plan *transaction.Plan) bool {
	return len(k.added) > 0 && slices.ContainsFunc(plan.Steps, func(step *transaction.Step) bool {
		return slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return slices.Contains(k.added[step.Ref()], c.Attr.Name) })
	})
}
