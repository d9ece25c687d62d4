package transaction

import (
	"ralsh/ral"
)

// graph orders the run and determines which resources receive which events
// (semantics.md G1-G5). A class, a stage or a defined type has two vertices: the begin
// and the end of its contents.
type graph struct {
	vertices []*vertex
	edges    []edge
}

// part is the kind of a vertex.
type part uint8

const (
	whole part = iota // a resource
	begin             // begin of a container's contents
	end               // end of a container's contents, or of generated resources
)

// none ends the lists of edges.
const none = -1

type vertex struct {
	part  part
	step  *Step // of the ends of a container: its step
	place priority

	firstOut, lastOut, firstIn, lastIn int32 // edges, in order of creation
	outs, ins                          int32

	waits   int32 // number of incoming edges whose origin is not done
	inner   int32 // number of vertices generated inside
	done    bool
	held    bool    // by a batch: outcome is not set yet
	outcome         // data for dependents
	origins []*Step // of an end of a container: the origins of the events that it forwards
}

// edge leads from a vertex to a later vertex.
type edge struct {
	from, to, nextOut, nextIn int32
	kind                      ral.RelationKind // how it was declared
	auto                      bool             // by the type
	contains                  bool             // between a container and its contents
	silent                    bool             // no events: through an empty container
}

// notifies reports whether events travel along the edge.
func (e edge) notifies() bool {
	return !e.silent && (e.contains || e.kind == ral.Subscribe || e.kind == ral.Notify)
}

func newVertex(p part, s *Step, place priority) vertex {
	return vertex{part: p, step: s, place: place, firstOut: none, lastOut: none, firstIn: none, lastIn: none}
}

func (g *graph) add(v vertex) int32 {
	g.vertices = append(g.vertices, &v)
	return int32(len(g.vertices) - 1)
}

// connect appends an edge to the lists of both its ends.
func (g *graph) connect(e edge) {
	n := int32(len(g.edges))
	e.nextOut, e.nextIn = none, none
	g.edges = append(g.edges, e)
	from, to := g.vertices[e.from], g.vertices[e.to]
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
	if !from.done {
		to.waits++
	}
}

// linked reports whether an edge leads from a vertex to a second vertex. It reads the
// shorter list: a directory of 100,000 files has a long list.
func (g *graph) linked(from, to int32) bool {
	a, b := g.vertices[from], g.vertices[to]
	if a.outs <= b.ins {
		for n := a.firstOut; n != none; n = g.edges[n].nextOut {
			if g.edges[n].to == to {
				return true
			}
		}
		return false
	}
	for n := b.firstIn; n != none; n = g.edges[n].nextIn {
		if g.edges[n].from == from {
			return true
		}
	}
	return false
}

// into yields the edges to a vertex, in order of creation.
func (g *graph) into(v *vertex) func(yield func(edge) bool) {
	return func(yield func(edge) bool) {
		for n := v.firstIn; n != none; n = g.edges[n].nextIn {
			if g.edges[n].from != none && !yield(g.edges[n]) {
				return
			}
		}
	}
}

// outOf yields the edges from a vertex, in order of creation.
func (g *graph) outOf(v *vertex) func(yield func(edge) bool) {
	return func(yield func(edge) bool) {
		for n := v.firstOut; n != none; n = g.edges[n].nextOut {
			if !yield(g.edges[n]) {
				return
			}
		}
	}
}

// hand moves all edges of a vertex to a second vertex: it creates them again at the end
// of the list, and sets the origin of the old edges to none.
func (g *graph) hand(from, to int32) {
	v := g.vertices[from]
	first := v.firstOut
	v.firstOut, v.lastOut, v.outs = none, none, 0
	for n := first; n != none; n = g.edges[n].nextOut {
		e := g.edges[n]
		g.edges[n].from = none
		target := g.vertices[e.to]
		target.ins--
		target.waits--
		e.from = to
		g.connect(e)
	}
}
