package transaction

import (
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/transaction/graph"
)

// sequence is the order of a walk, and the vertices that are ready.
type sequence struct {
	catalog  *catalog.Catalog
	declared []*Step // of each entry of the catalog
	graph    *graph.Graph
	vertices []*vertex // of each vertex of the graph
	steps    []*Step   // in the order of the run, as expected before it
	order    []*Step   // in the actual order
	ready    *graph.Queue
}

// addDeclared makes the step of each entry that the catalog has so far.
func (sq *sequence) addDeclared() {
	entries := sq.catalog.Entries
	slab := make([]Step, len(entries))
	sq.declared = make([]*Step, len(entries))
	for i, e := range entries {
		slab[i] = Step{Decl: e.Resource.Decl, Resource: e.Resource, Dropped: e.Dropped, entry: e}
		sq.declared[i] = &slab[i]
	}
	for i, e := range entries {
		if e.Container != catalog.None {
			slab[i].container = sq.declared[e.Container]
		}
	}
}

// stepOf returns the step of an entry. It makes the steps of generated entries.
func (sq *sequence) stepOf(i int32) *Step {
	for n := len(sq.declared); n <= int(i); n++ {
		e := sq.catalog.Entries[n]
		from := sq.declared[e.Generator]
		sq.declared = append(sq.declared, &Step{
			Decl: e.Resource.Decl, Resource: e.Resource, Dropped: e.Dropped, GeneratedBy: from.Ref(),
			entry: e, generator: from, container: from.container,
		})
	}
	return sq.declared[i]
}

// setGraph makes the vertices of a graph.
func (sq *sequence) setGraph(g *graph.Graph) {
	sq.graph = g
	slab := make([]vertex, len(g.Vertices))
	sq.vertices = make([]*vertex, len(g.Vertices))
	for i, v := range g.Vertices {
		slab[i] = vertex{Vertex: v, step: sq.declared[v.Resource]}
		sq.vertices[i] = &slab[i]
	}
}

// number numbers the steps and sets the reason for the position of each.
func (sq *sequence) number(order []int32) {
	why := make([]Why, len(sq.vertices))
	sq.steps = make([]*Step, 0, len(order))
	for _, i := range order {
		v := sq.vertices[i]
		why[i] = sq.why(v, why)
		if v.Part == graph.Whole {
			sq.steps = append(sq.steps, v.step)
			v.step.N, v.step.Why = len(sq.steps), why[i]
		}
	}
	sq.order = make([]*Step, 0, len(sq.steps))
}

// why returns the last step that a vertex depends on.
func (sq *sequence) why(v *vertex, known []Why) Why {
	var y Why
	for e := range sq.graph.Into(v.Vertex) {
		from := sq.vertices[e.From]
		switch up := known[e.From]; {
		case from.Part == graph.Whole && from.step.N > y.After:
			y = Why{from.step.N, sq.graph.Reason(e)}
		case from.Part != graph.Whole && up.After > y.After:
			y = up
			if !e.Contains {
				y.By = sq.graph.Reason(e)
			}
		}
	}
	return y
}

// addInside adds a vertex right after a vertex and those added inside it before.
func (sq *sequence) addInside(parent int32, part graph.Part, resource int32) int32 {
	at := sq.graph.AddInside(parent, part, resource)
	sq.vertices = append(sq.vertices, &vertex{Vertex: sq.graph.Vertices[at], step: sq.declared[resource]})
	return at
}

// fail marks the resource that names a missing schedule, or the resources of all
// cycles.
func (sq *sequence) fail(err error) {
	switch e := err.(type) {
	case *catalog.ScheduleError:
		s := sq.declared[e.Resource]
		s.Status = NotBegun
		sq.order = append(sq.order, s)
	case *graph.CycleError:
		for _, i := range e.Resources {
			s := sq.declared[i]
			s.Err, s.Status = errInCycle, Failed
			s.Troubles = append(s.Troubles, Trouble{InCycle, errInCycle})
			sq.order = append(sq.order, s)
		}
	}
}
