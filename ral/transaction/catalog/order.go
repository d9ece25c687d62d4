package catalog

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
	"ralsh/ral/transaction/graph"
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
func OrderOf(ctx context.Context, env *onhost.Env, decls []ral.Decl) (*Order, error) {
	c, bad := New(ctx, env, decls, &redact.Redactor{}, nil)
	g, places, more := c.Relate(ctx, false)
	if err := Refuse(append(bad, more...)); err != nil {
		return nil, err
	}
	return c.order(g, places), nil
}

func (c *Catalog) order(g *graph.Graph, places []int32) *Order {
	o := &Order{}
	at := make(map[int32]int, len(places))
	n := 0
	for _, i := range places {
		v := g.Vertices[i]
		if v.Part == graph.End {
			continue
		}
		m := Member{Decl: *c.decl(v.Resource)}
		if v.Part == graph.Whole {
			n++
			m.N = n
		}
		at[v.Resource] = len(o.Members)
		o.Members = append(o.Members, m)
		for e := range g.Into(v) {
			if !e.Contains {
				o.Edges = append(o.Edges, Edge{From: at[g.Vertices[e.From].Resource], To: at[v.Resource], By: g.By(e), Notifies: e.Notifies()})
			}
		}
	}
	return o
}
