package graph

import (
	"fmt"
	"slices"
	"strings"
)

// CycleError is a set of relationships that no order can satisfy
// (semantics.md G7).
type CycleError struct {
	Path   []string   // a path around the first cycle
	Cycles [][]string // a path around each cycle; a container is named at its begin and its end
	// Members are the resources of each cycle, sorted.
	Members [][]string
	// Resources are the numbers of all of them, in the same order.
	Resources []int32
	// Links are the relationships within the cycles; removing a link may break a cycle.
	Links []Link
}

// Link is a relationship in a cycle: To comes after From.
type Link struct {
	From, To string // by their references
	By       string // "require => Package[nginx]", "autorequire"
	Notifies bool   // changes of From refresh To
}

// Error returns a path around each cycle.
func (e *CycleError) Error() string {
	var b strings.Builder
	if n := len(e.Cycles); n == 1 {
		b.WriteString("Found 1 dependency cycle:")
	} else {
		fmt.Fprintf(&b, "Found %d dependency cycles:", n)
	}
	for _, path := range e.Cycles {
		b.WriteString(" (" + strings.Join(Brief(path), " => ") + ")")
	}
	return b.String()
}

// cycles returns an error that names all cycles among the waiting vertices.
func (g *Graph) cycles(waits []int32) error {
	found := &CycleError{}
	components := g.components(waits)
	for _, c := range components {
		g.sortByRef(c)
	}
	slices.SortFunc(components, func(a, b []int32) int { return g.compareRefs(a[0], b[0]) })
	for _, c := range components {
		for _, v := range c {
			if g.Vertices[v].Part == Whole {
				found.Resources = append(found.Resources, g.Vertices[v].Resource)
			}
		}
		found.Members = append(found.Members, Brief(g.refs(c)))
		found.Cycles = append(found.Cycles, g.cyclePath(c))
		found.Links = append(found.Links, g.links(c)...)
	}
	found.Path = Brief(found.Cycles[0])
	return found
}

// links returns the edges between the vertices of a cycle.
func (g *Graph) links(c []int32) []Link {
	var list []Link
	for _, v := range c {
		for e := range g.Into(g.Vertices[v]) {
			if slices.Contains(c, e.From) {
				list = append(list, Link{g.Ref(e.From), g.Ref(v), g.Reason(e), e.Notifies()})
			}
		}
	}
	return list
}

func (g *Graph) compareRefs(a, b int32) int { return strings.Compare(g.sortedBy(a), g.sortedBy(b)) }

// sortedBy returns the sort key of a vertex. The ends of a container sort like
// Puppet's whits, so that both report the same path.
func (g *Graph) sortedBy(v int32) string {
	switch g.Vertices[v].Part {
	case Begin:
		return "Whit[Admissible_" + g.Ref(v)
	case End:
		return "Whit[Completed_" + g.Ref(v)
	}
	return g.Ref(v)
}

func (g *Graph) sortByRef(c []int32) { slices.SortStableFunc(c, g.compareRefs) }

func (g *Graph) refs(vertices []int32) []string {
	names := make([]string, len(vertices))
	for i, v := range vertices {
		names[i] = g.Ref(v)
	}
	return names
}

// Brief removes the repetition of a container whose begin and end are adjacent.
func Brief(path []string) []string {
	if len(path) == 2 {
		return path
	}
	return slices.Compact(slices.Clone(path))
}

// maxCyclePaths is the maximum number of paths to follow through a cycle.
// Beyond it, each vertex is visited only by the first path that reaches it.
const maxCyclePaths = 20_000

// cyclePath returns the shortest path that starts at the first member and
// reaches a vertex that it already contains.
func (g *Graph) cyclePath(members []int32) []string {
	if path := g.follow(members, maxCyclePaths); path != nil {
		return g.refs(path)
	}
	return g.refs(g.follow(members, 0))
}

// pathNode is a path: its last vertex, and the index of the path up to there.
type pathNode struct{ at, back int32 }

// follow extends all paths breadth-first. With a limit it returns nil if there
// are more paths; without a limit it visits each vertex once.
func (g *Graph) follow(members []int32, limit int) []int32 {
	inside := make(map[int32]bool, len(members))
	for _, v := range members {
		inside[v] = true
	}
	seen := make(map[int32]bool)
	legs := []pathNode{{members[0], none}}
	for i := int32(0); int(i) < len(legs); i++ {
		at := legs[i].at
		if seen[at] {
			if path := back(legs, legs[i].back); slices.Contains(path, at) {
				return append(path, at)
			}
			if limit == 0 {
				continue
			}
		}
		seen[at] = true
		known := make(map[int32]bool)
		for e := range g.outOf(g.Vertices[at]) {
			if inside[e.To] && !known[e.To] {
				known[e.To] = true
				legs = append(legs, pathNode{e.To, i})
			}
		}
		if limit > 0 && len(legs) > limit {
			return nil
		}
	}
	return members
}

func back(legs []pathNode, at int32) []int32 {
	var path []int32
	for ; at != none; at = legs[at].back {
		path = append(path, legs[at].at)
	}
	slices.Reverse(path)
	return path
}

// tarjan finds strongly connected vertices. It has an explicit stack, because a chain
// of a million resources would exhaust the goroutine's.
type tarjan struct {
	g            *Graph
	waits        []int32
	index, low   []int32
	onStack      []bool
	stack, calls []int32
	at           []int32 // the next edge of each call
	next         int32
	found        [][]int32
}

// components returns the groups of vertices that wait for each other, and the
// vertices that wait for themselves.
func (g *Graph) components(waits []int32) [][]int32 {
	n := len(g.Vertices)
	t := &tarjan{
		g: g, waits: waits, next: 1,
		index: make([]int32, n), low: make([]int32, n), onStack: make([]bool, n), at: make([]int32, n),
	}
	for v := range g.Vertices {
		if waits[v] > 0 && t.index[v] == 0 {
			t.from(int32(v))
		}
	}
	return t.found
}

func (t *tarjan) enter(v int32) {
	t.index[v], t.low[v] = t.next, t.next
	t.next++
	t.at[v] = t.g.Vertices[v].firstOut
	t.onStack[v] = true
	t.stack = append(t.stack, v)
	t.calls = append(t.calls, v)
}

func (t *tarjan) from(v int32) {
	for t.enter(v); len(t.calls) > 0; {
		v := t.calls[len(t.calls)-1]
		if t.at[v] == none {
			t.calls = t.calls[:len(t.calls)-1]
			t.closeVertex(v)
			continue
		}
		e := t.g.edges[t.at[v]]
		t.at[v] = e.nextOut
		switch {
		case t.waits[e.To] == 0:
		case t.index[e.To] == 0:
			t.enter(e.To)
		case t.onStack[e.To]:
			t.low[v] = min(t.low[v], t.index[e.To])
		}
	}
}

func (t *tarjan) closeVertex(v int32) {
	if len(t.calls) > 0 {
		up := t.calls[len(t.calls)-1]
		t.low[up] = min(t.low[up], t.low[v])
	}
	if t.low[v] != t.index[v] {
		return
	}
	var group []int32
	for {
		last := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.onStack[last] = false
		group = append(group, last)
		if last == v {
			break
		}
	}
	if len(group) > 1 || t.g.Linked(v, v) {
		t.found = append(t.found, group)
	}
}
