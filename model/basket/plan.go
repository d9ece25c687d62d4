package basket

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/graph"
)

// Plan is the plan of a selection, with the position of each draft.
type Plan struct {
	Steps   map[*draft.Draft]*transaction.Step // nil without a plan
	Links   []graph.Link                       // relationships among the resources, or those of a cycle
	Elapsed time.Duration
	Err     error // why there is no plan

	basket    *Basket
	readiness Readiness
	generates map[*draft.Draft]bool // a resource that it generates is changed
	place     map[*draft.Draft]int  // in the order, including moves since the plan
}

// NoPlan returns the plan before the first planning.
func (b *Basket) NoPlan() Plan { return Plan{basket: b} }

// Plan checks the drafts, and plans the ready drafts.
func (s Selection) Plan(ctx context.Context) Plan {
	p := Plan{basket: s.basket, readiness: s.Check(ctx), Steps: make(map[*draft.Draft]*transaction.Step), place: make(map[*draft.Draft]int)}
	decls, session := p.readiness.Decls, s.basket.session
	if len(decls) == 0 {
		return p
	}
	p.Links = links(ctx, session, decls)
	plan, err := session.Plan(ctx, decls...)
	if err != nil {
		p.Err = err
		return p
	}
	p.Elapsed = plan.Elapsed
	steps := make(map[string]*transaction.Step, len(plan.Steps))
	for _, step := range plan.Steps {
		steps[step.Decl.Ref()] = step
	}
	generate := make(map[string]bool)
	for _, step := range plan.Steps {
		for by := step.GeneratedBy; step.Status != transaction.InSync && by != "" && !generate[by]; by = steps[by].GeneratedBy {
			generate[by] = true
			if steps[by] == nil {
				break
			}
		}
	}
	p.generates = make(map[*draft.Draft]bool)
	for _, d := range p.readiness.drafts {
		if step := steps[d.Ref()]; step != nil {
			p.Steps[d], p.place[d], p.generates[d] = step, step.N, generate[d.Ref()]
		}
	}
	return p
}

// links returns the relationships among declarations as the plan orders them,
// or the relationships of the cycles that prevent an order.
func links(ctx context.Context, session *model.Session, decls []ral.Decl) []graph.Link {
	order, err := session.Order(ctx, decls...)
	if cycle, ok := errors.AsType[*graph.CycleError](err); ok {
		return cycle.Links
	}
	if err != nil {
		return nil
	}
	list := make([]graph.Link, len(order.Edges))
	for i, e := range order.Edges {
		list[i] = graph.Link{From: order.Members[e.From].Decl.Ref(), To: order.Members[e.To].Decl.Ref(), By: e.By, Notifies: e.Notifies}
	}
	return list
}

// SetPlan records the results of a plan for each draft. now is the time of the
// plan.
func (b *Basket) SetPlan(p Plan, now time.Time) {
	b.SetReadiness(p.readiness)
	for _, d := range b.Drafts() {
		b.update(d, func(st *Status) { st.BlockedReason, st.RefusedReason = "", "" })
	}
	for d, step := range p.Steps {
		b.update(d, func(st *Status) {
			if step.Status != transaction.InSync || p.generates[d] {
				st.InSyncSince = time.Time{}
			} else if st.InSyncSince.IsZero() {
				st.InSyncSince = now
			}
			st.BlockedReason, _, _ = strings.Cut(step.LeftOut(), "\n")
			st.RefusedReason = b.session.User.RefusedStep(step)
		})
	}
}

// Cycle returns a path around a cycle if the relationships allow no order,
// otherwise nil.
func (p Plan) Cycle() []string {
	if c, ok := errors.AsType[*graph.CycleError](p.Err); ok {
		return c.Path
	}
	return nil
}

// Included returns how many resources the next apply would change: 0 without a
// plan or if this user may not apply it.
func (p Plan) Included() int {
	if p.Err != nil || p.basket.RefusedReason() != "" {
		return 0
	}
	n, _ := p.basket.Count()
	return n
}

// Order returns the drafts in the order of the plan. It includes moves since
// the plan was made.
func (p Plan) Order() []*draft.Draft {
	list := slices.DeleteFunc(p.basket.Drafts(), func(d *draft.Draft) bool { return p.Steps[d] == nil || p.basket.status[d].Omitted })
	slices.SortStableFunc(list, func(x, y *draft.Draft) int { return p.place[x] - p.place[y] })
	return list
}

// Move exchanges a draft with the next draft of the order (by 1) or the previous
// draft (by -1). It returns "" on success, or why a relationship prevents it.
func (p Plan) Move(d *draft.Draft, by int) (reason string) {
	order := p.Order()
	i := slices.Index(order, d)
	j := i + by
	switch {
	case i < 0:
		return "the draft is not in the plan yet"
	case j < 0:
		return "the draft is already the first"
	case j >= len(order):
		return "the draft is already the last"
	}
	first, second := order[min(i, j)], order[max(i, j)]
	for _, l := range p.Links {
		if l.From == first.Ref() && l.To == second.Ref() {
			return second.Ref() + " comes after " + first.Ref() + ": " + l.By
		}
	}
	p.place[first], p.place[second] = p.place[second], p.place[first]
	b := p.basket
	b.Remove(first)
	b.Insert(first, slices.Index(b.drafts, second)+1)
	return ""
}
