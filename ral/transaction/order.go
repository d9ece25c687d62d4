package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/redact"
)

// Order is the order of the resources, with reasons. It is computed without
// reading the host, so it does not contain generated resources.
type Order struct {
	Members []Member // in order; a container is where its contents begin
	Edges   []Edge   // sorted by the member they lead to; containment is not included
}

// Member is a resource or a container.
type Member struct {
	N    int // counts the resources from 1; 0 for a container
	Decl ral.Decl
}

// Edge leads from a member to a later member.
type Edge struct {
	From, To int    // indexes in Order.Members
	By       string // "require => File[/srv]", "autorequire"
	Notifies bool   // changes of From refresh To
}

// OrderOf computes the order. It returns the errors of NewPlan.
func OrderOf(ctx context.Context, env *ral.Env, decls []ral.Decl) (*Order, error) {
	c, bad := newCatalog(ctx, env, decls, &redact.Redactor{}, nil)
	w := &walk{sequence: sequence{catalog: c}}
	places, more := w.relate(ctx)
	if err := refusal(append(bad, more...)); err != nil {
		return nil, err
	}
	return w.graph.order(places), nil
}

// relate builds the graph of the walk's catalog and returns the order of its
// vertices, or all errors. Only the first kind of error marks steps.
func (w *walk) relate(ctx context.Context) (order []int32, bad []error) {
	w.graph, bad = newGraph(ctx, w.catalog)
	for _, missing := range w.schedules(ctx) {
		if len(bad) == 0 {
			w.order = append(w.order, missing.Step)
			missing.Step.Status = NotBegun
		}
		bad = append(bad, missing)
	}
	order, err := w.graph.sorted()
	if err == nil {
		return order, bad
	}
	if len(bad) == 0 {
		err = w.cyclic(err)
	}
	return nil, append(bad, err)
}

func (g *graph) order(places []int32) *Order {
	o := &Order{}
	at := make(map[*Step]int, len(places))
	n := 0
	for _, i := range places {
		v := g.vertices[i]
		if v.part == end {
			continue
		}
		m := Member{Decl: *v.step.Decl}
		if v.part == whole {
			n++
			m.N = n
		}
		at[v.step] = len(o.Members)
		o.Members = append(o.Members, m)
		for e := range g.into(v) {
			if !e.contains {
				o.Edges = append(o.Edges, Edge{From: at[g.vertices[e.from].step], To: at[v.step], By: e.by(g), Notifies: e.notifies()})
			}
		}
	}
	return o
}
