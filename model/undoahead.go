package model

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// maxUndoCheck is of how many steps it is found out whether an undo would be refused.
const maxUndoCheck = 50

// UndoBlockers says which resources of a plan could not be brought back to what they
// are, by their references, and why the provider or its tool would refuse it. It is
// the plan of the undo, made as if the first had been carried out. What is made is left
// out, since how it is removed depends on what it becomes, and so are values that the
// type itself does not take.
func (s *Session) UndoBlockers(ctx context.Context, p *transaction.Plan) map[string]string {
	refused, seen := make(map[string]string), make(map[string]*ral.Instance)
	var back []*ral.Resource
	for _, step := range p.Steps {
		if step.Status != transaction.Planned || step.Resource.Provider == nil || !step.Found.Present() || len(back) == maxUndoCheck {
			continue
		}
		ref, refuse := step.Ref(), func(string, string, ...any) {}
		if r := s.accepted(ctx, asItIs(step), addressed(step.Resource.Type), refuse); r != nil {
			back, seen[ref] = append(back, r), asItWillBe(step)
		}
	}
	if len(back) == 0 {
		return nil
	}
	opt := transaction.Options{IsUndo: true, NoChecks: true, NoPredict: true, KnownState: seen}
	undo, err := p.PlanNext(ctx, leavesFirst(back), opt)
	if err != nil {
		return nil
	}
	for _, step := range undo.Steps {
		if step.Status == transaction.Blocked {
			refused[step.Ref()] = step.LeftOut()
		}
	}
	return refused
}

// addressed tells which attributes of a type say which resource it is.
func addressed(t *ral.Type) func(attr string) bool {
	return func(attr string) bool {
		a := t.Attr(attr)
		return a != nil && (a.Namevar || a.LocatesResource)
	}
}

// asItIs declares what a step changes as it is now; of what it removes or replaces,
// all. A secret is not kept.
func asItIs(step *transaction.Step) ral.Decl {
	r := step.Resource
	decl := ral.Decl{Type: r.Type.Name, Title: r.Title, Provider: r.Provider.Name}
	for _, a := range step.Decl.Attrs {
		if addressed(r.Type)(a.Name) {
			decl = decl.With(a.Name, a.Value)
		}
	}
	whole := slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Attr.Name == "ensure" })
	for _, a := range r.Type.Properties() {
		is := step.Found.Get(a.Name)
		if a.Sensitive || is.IsSecret() || is.IsNil() || is.IsUnknown() || is.IsAbsent() {
			continue
		}
		if whole || slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Attr == a }) {
			decl = decl.With(a.Name, is)
		}
	}
	return decl
}

// asItWillBe is what will be read once a step is done.
func asItWillBe(step *transaction.Step) *ral.Instance {
	if step.Resource.Removing() {
		return ral.AbsentInstance(step.Resource.Type, step.Found.Name)
	}
	inst := step.Found.Clone()
	for _, c := range step.Changes {
		inst.Set(c.Attr.Name, c.Should)
	}
	return inst
}
