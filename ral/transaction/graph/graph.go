package graph

import "ralsh/ral"

// Graph holds the relationships of a run (semantics.md G1-G5).
type Graph struct {
	Vertices []*Vertex
	edges    []edge
	refTo    func(resource int32) string
}

// New returns a Graph with space for n vertices. refTo returns the reference to a
// resource.
func New(n int, refTo func(resource int32) string) *Graph {
	return &Graph{Vertices: make([]*Vertex, 0, n), edges: make([]edge, 0, 2*n), refTo: refTo}
}

// Part is the kind of a vertex.
type Part uint8

// The kinds of vertices.
const (
	Whole Part = iota // a resource
	Begin             // begin of a container's contents
	End               // end of a container's contents, or of generated resources
)

// none ends the lists of edges.
const none = -1

// Vertex is a resource, or an end of a container.
type Vertex struct {
	Part     Part
	Done     bool  // during a run
	Resource int32 // number of the resource, for the caller

	place                              priority
	firstOut, lastOut, firstIn, lastIn int32 // edges, in order of creation
	outs, ins                          int32
	waits                              int32 // number of incoming edges whose origin is not done
	inner                              int32 // number of vertices added inside
}

// Waiting reports whether the vertex has dependencies that are not done.
func (v *Vertex) Waiting() bool { return v.waits > 0 }

// Edge leads from a vertex to a later vertex.
type Edge struct {
	From, To int32            // indexes in Graph.Vertices
	Kind     ral.RelationKind // how it was declared
	Auto     bool             // by the type
	Contains bool             // between a container and its contents
	Silent   bool             // no events: through an empty container
}

// edge is an Edge in the lists of both its ends. Its From is none if it was moved.
type edge struct {
	Edge
	nextOut, nextIn int32
}

// Notifies reports whether events travel along the edge.
func (e Edge) Notifies() bool {
	return !e.Silent && (e.Contains || e.Kind == ral.Subscribe || e.Kind == ral.Notify)
}

// Declare adds vertices in the declared order of their resources. Only Part and Resource
// of them are set.
func (g *Graph) Declare(vertices []Vertex) {
	for i := range vertices {
		vertices[i] = unconnected(vertices[i].Part, vertices[i].Resource, priority{top: int32(i)})
		g.Vertices = append(g.Vertices, &vertices[i])
	}
}

// AddEnd adds the end of a container to its begin.
func (g *Graph) AddEnd(begin int32) int32 {
	v := g.Vertices[begin]
	return g.add(unconnected(End, v.Resource, v.place))
}

// AddInside adds a vertex that comes right after a vertex and those added inside it
// before.
func (g *Graph) AddInside(parent int32, part Part, resource int32) int32 {
	v := g.Vertices[parent]
	place := v.place.inside(v.inner)
	v.inner++
	return g.add(unconnected(part, resource, place))
}

func unconnected(part Part, resource int32, place priority) Vertex {
	return Vertex{Part: part, Resource: resource, place: place, firstOut: none, lastOut: none, firstIn: none, lastIn: none}
}

func (g *Graph) add(v Vertex) int32 {
	g.Vertices = append(g.Vertices, &v)
	return int32(len(g.Vertices) - 1)
}

// Connect appends an edge to the lists of both its ends.
func (g *Graph) Connect(e Edge) {
	n := int32(len(g.edges))
	g.edges = append(g.edges, edge{e, none, none})
	from, to := g.Vertices[e.From], g.Vertices[e.To]
	if from.lastOut == none {
		from.firstOut = n
	} else {
		g.edges[from.lastOut].nextOut = n
	}
	if to.lastIn == none {
		to.firstIn = n
	} else {
		g.edges[to.lastIn].nextIn = n
	}
	from.lastOut, to.lastIn = n, n
	from.outs++
	to.ins++
	if !from.Done {
		to.waits++
	}
}

// Linked reports whether an edge leads from a vertex to a second vertex. It reads the
// shorter list: a directory of 100,000 files has a long list.
func (g *Graph) Linked(from, to int32) bool {
	a, b := g.Vertices[from], g.Vertices[to]
	if a.outs <= b.ins {
		for n := a.firstOut; n != none; n = g.edges[n].nextOut {
			if g.edges[n].To == to {
				return true
			}
		}
		return false
	}
	for n := b.firstIn; n != none; n = g.edges[n].nextIn {
		if g.edges[n].From == from {
			return true
		}
	}
	return false
}

// Into yields the edges to a vertex, in order of creation.
func (g *Graph) Into(v *Vertex) func(yield func(Edge) bool) {
	return func(yield func(Edge) bool) {
		for n := v.firstIn; n != none; n = g.edges[n].nextIn {
			if g.edges[n].From != none && !yield(g.edges[n].Edge) {
				return
			}
		}
	}
}

// outOf yields the edges from a vertex, in order of creation.
func (g *Graph) outOf(v *Vertex) func(yield func(Edge) bool) {
	return func(yield func(Edge) bool) {
		for n := v.firstOut; n != none; n = g.edges[n].nextOut {
			if !yield(g.edges[n].Edge) {
				return
			}
		}
	}
}

// Hand moves all edges from a vertex to a second vertex: it creates them again at the end
// of the list, and sets the origin of the old edges to none.
func (g *Graph) Hand(from, to int32) {
	v := g.Vertices[from]
	first := v.firstOut
	v.firstOut, v.lastOut, v.outs = none, none, 0
	for n := first; n != none; n = g.edges[n].nextOut {
		e := g.edges[n].Edge
		g.edges[n].From = none
		target := g.Vertices[e.To]
		target.ins--
		target.waits--
		e.From = to
		g.Connect(e)
	}
}

// Ref returns the reference to the resource of a vertex.
func (g *Graph) Ref(v int32) string { return g.refTo(g.Vertices[v].Resource) }

// By returns how an edge was declared: "require => Package[nginx]",
// "autorequire".
func (g *Graph) By(e Edge) string {
	switch {
	case e.Contains:
		return "contained"
	case e.Auto:
		return "auto" + e.Kind.String()
	case e.Kind == ral.Require || e.Kind == ral.Subscribe:
		return e.Kind.String() + " => " + g.Ref(e.From)
	}
	return e.Kind.String() + " => " + g.Ref(e.To)
}

// Reason returns By, with the container that the edge was declared on: a
// resource inherits the relationships of its containers.
func (g *Graph) Reason(e Edge) string {
	at := e.From
	if e.Kind == ral.Require || e.Kind == ral.Subscribe {
		at = e.To
	}
	if e.Contains || e.Auto || g.Vertices[at].Part == Whole {
		return g.By(e)
	}
	return g.By(e) + " of " + g.Ref(at)
}
