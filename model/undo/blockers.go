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
	h := Host{Env: env}
	refused, seen := make(map[string]string), make(map[string]*ral.Instance)
	var back []*ral.Resource
	for _, step := range p.Steps {
		if step.Status != transaction.Planned || step.Resource.Provider == nil || step.Found == nil || onFilesOnly(step) || len(back) == maxChecked {
			continue
		}
		ref := step.Ref()
		refuse := func(property string, err error) {
			if !step.Found.Present() {
				return
			}
			why := err.Error()
			if property != "" {
				why = property + ": " + why
			}
			refused[ref] = cmp.Or(refused[ref], why)
		}
		if r := h.accepted(ctx, declarableOnly(step.Resource.Type, asItIs(step), step.Found), addressed(step.Resource.Type), refuse); r != nil {
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
	opt := transaction.Options{IsUndo: true, NoChecks: true, NoPredict: true, KnownState: seen}
	slices.Reverse(back)
	undo, err := p.PlanNext(ctx, leavesFirst(back), opt)
	for err == nil && waits(undo, back) {
		undo, err = p.PlanNext(ctx, leavesFirst(back), opt)
	}
	if err != nil {
		return refused
	}
	for _, step := range undo.Steps {
		if step.Status == transaction.Blocked {
			refused[step.Ref()] = step.LeftOut()
		}
	}
	return refused
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

// asItIs declares the current values of the properties that a step changes, or of all
// properties if it removes or replaces the resource. It omits secrets. A resource that
// it creates is absent.
func asItIs(step *transaction.Step) ral.Decl {
	r := step.Resource
	decl := ral.Decl{Type: r.Type.Name, Title: r.Title, Provider: r.Provider.Name}
	for _, a := range step.Decl.Attrs {
		if addressed(r.Type)(a.Name) {
			decl = decl.With(a.Name, a.Value)
		}
	}
	whole := slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Attr.Name == "ensure" })
	if whole && !step.Found.Present() {
		return decl.With("ensure", value.Sym("absent"))
	}
	for _, a := range r.Type.Properties() {
		is := step.Found.Get(a.Name)
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
