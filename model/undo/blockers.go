package undo

import (
	"cmp"
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// maxChecked is the maximum number of steps to check for blockers.
const maxChecked = 50

// Blockers returns, by reference, why the type, the provider or its tool would
// refuse to restore a resource after the plan. It builds the inverses as an undo
// does, and plans them on the result of p. It omits steps that only write files, because
// these are restored by path.
func Blockers(ctx context.Context, env *onhost.Env, p *transaction.Plan) map[string]string {
	h, before := Host{Env: env}, Before(ctx, env)
	refused, seen, created := make(map[string]string), make(map[string]*ral.Instance), make(map[string]bool)
	var back []*ral.Resource
	for _, step := range p.Steps {
		if len(back) >= maxChecked {
			break
		}
		was := cmp.Or(before(step), step.Found)
		if step.Status != transaction.Planned || step.Resource.Provider == nil || was == nil || onFilesOnly(step) {
			continue
		}
		ref := step.Ref()
		created[ref] = !was.Present()
		refuse := func(property string, err error) {
			if created[ref] {
				return
			}
			why := err.Error()
			if property != "" {
				why = property + ": " + why
			}
			refused[ref] = cmp.Or(refused[ref], why)
		}
		if r := h.accepted(ctx, declarableOnly(step.Resource.Type, asItIs(step, was), was), addressed(step.Resource.Type), refuse); r != nil {
			back, seen[ref] = append(back, r), asItWillBe(step)
		}
		for _, c := range step.Changes {
			for _, d := range c.AlsoRemoves {
				if r, diags := env.Build(ctx, d); diags.Err() == nil && d.Type != step.Resource.Type.Name {
					back = append(back, r)
				}
			}
		}
	}
	if len(back) == 0 {
		return refused
	}
	h.Plan = func(ctx context.Context, opt transaction.Options, decls ...ral.Decl) (*transaction.Plan, error) {
		opt.NoChecks, opt.NoPredict, opt.KnownState = true, true, seen
		return p.PlanNext(ctx, decls, opt)
	}
	u := &Undo{created: func(ref string) bool { return created[ref] }}
	slices.Reverse(back)
	if err := h.planUndo(ctx, u, back); err != nil {
		return refused
	}
	for _, n := range u.NotUndoable {
		refused[n.Ref] = cmp.Or(refused[n.Ref], n.Reason)
	}
	return refused
}

// Before returns a function that reads the resource of a step as it was before the run,
// if the plan read it as earlier steps leave it, such as the accounts after a tool.
// Otherwise the function returns nil. It needs the steps of the plan in their order.
func Before(ctx context.Context, env *onhost.Env) func(step *transaction.Step) *ral.Instance {
	run, reached := onhost.NewRun(env, env.Reader()), make(map[string]bool)
	return func(step *transaction.Step) (was *ral.Instance) {
		if step.Status != transaction.Planned {
			return nil
		}
		if reached[step.Decl.Type] && step.Found.Present() {
			if r, diags := env.Build(ctx, *step.Decl); diags.Err() == nil {
				if inst, err := run.Retrieve(ctx, r); err == nil {
					was = inst
				}
			}
		}
		for _, act := range step.Acts() {
			if act.Kind != host.ActRun || step.Resource.Provider.Reach == nil {
				continue
			}
			if reach := step.Resource.Provider.Reach(step.Resource, act); reach.Foreseen {
				for _, typ := range reach.Types {
					reached[typ] = true
				}
			}
		}
		return was
	}
}

// onFilesOnly reports whether a step has acts, and all are on files.
func onFilesOnly(step *transaction.Step) bool {
	acts := step.Acts()
	if step.BatchLeader != nil {
		acts = step.BatchLeader.Acts()
	}
	return len(acts) > 0 && !slices.ContainsFunc(acts, func(a host.Act) bool { return a.Kind == host.ActRun || a.Kind == host.ActRequest })
}

// addressed returns a function that reports which attributes of a type identify
// or locate a resource.
func addressed(t *ral.Type) func(attr string) bool {
	return func(attr string) bool {
		a := t.Attr(attr)
		return a != nil && t.Locates(a)
	}
}

// readBy returns a function that reports which attributes of a type affect reading a
// resource: attributes that locate it, and parameters.
func readBy(t *ral.Type) func(attr string) bool {
	return func(attr string) bool {
		a := t.Attr(attr)
		return a != nil && (a.Kind == ral.Param || a.LocatesResource)
	}
}

// asItIs declares the previous values of the properties that a step changes, or of all
// properties if it removes or replaces the resource. It omits secrets. A resource that
// it creates is absent.
func asItIs(step *transaction.Step, was *ral.Instance) ral.Decl {
	r := step.Resource
	decl := ral.Decl{Type: r.Type.Name, Title: r.Title, Provider: r.Provider.Name}
	for _, a := range step.Decl.Attrs {
		if addressed(r.Type)(a.Name) {
			decl = decl.With(a.Name, a.Value)
		}
	}
	whole := slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Attr.Name == "ensure" })
	if whole && !was.Present() {
		return decl.With("ensure", value.Sym("absent"))
	}
	for _, a := range r.Type.Properties() {
		is := was.Get(a.Name)
		if a.ReadOnly || a.Transient || a.Sensitive || is.IsSecret() || is.IsNil() || is.IsUnknown() || is.IsAbsent() {
			continue
		}
		if whole || slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Attr == a }) {
			decl = decl.With(a.Name, is)
		}
	}
	return decl
}

// asItWillBe returns the instance as it will be after a step. A read-only property that an
// undo restores outlives the resource: the kernel keeps the value of a removed setting.
func asItWillBe(step *transaction.Step) *ral.Instance {
	if t := step.Resource.Type; step.Resource.Removing() {
		gone := ral.AbsentInstance(t, step.Found.Name)
		for _, a := range t.Properties() {
			if a.ReadOnly && a.RestoredBy != "" {
				gone.Set(a.Name, step.Found.Get(a.Name))
			}
		}
		return gone
	}
	inst := step.Found.Clone()
	for _, c := range step.Changes {
		inst.Set(c.Attr.Name, c.Should)
	}
	return inst
}
