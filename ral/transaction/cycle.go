package transaction

import (
	"fmt"
	"slices"
	"strings"
)

// CycleError is a set of relationships that no order can satisfy
// (semantics.md G7).
type CycleError struct {
	Path   []string   // one way round the first cycle
	Cycles [][]string // one way round each, sorted
	// Members are the resources of each cycle, sorted.
	Members [][]string
	// Steps are the resources of all cycles, in the same order.
	Steps []*Step
}

// Error shows a way round each cycle.
func (e *CycleError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Found %s:", count(len(e.Cycles), "dependency cycle", "dependency cycles"))
	for _, path := range e.Cycles {
		b.WriteString(" (" + strings.Join(path, " => ") + ")")
	}
	return b.String()
}

// cycles names all cycles among the vertices that still wait.
func (g *graph) cycles(waits []int32) error {
	found := &CycleError{}
	components := g.components(waits)
	for _, c := range components {
		g.sortByRef(c)
	}
	slices.SortFunc(components, func(a, b []int32) int { return g.compareRefs(a[0], b[0]) })
	for _, c := range components {
		var members []string
		for _, v := range c {
			members = append(members, g.ref(v))
			if g.vertices[v].part == whole {
				found.Steps = append(found.Steps, g.vertices[v].step)
			}
		}
		found.Members = append(found.Members, members)
		found.Cycles = append(found.Cycles, g.way(c))
	}
	found.Path = found.Cycles[0]
	return found
}

func (g *graph) ref(v int32) string { return g.vertices[v].step.Ref() }

func (g *graph) compareRefs(a, b int32) int { return strings.Compare(g.ref(a), g.ref(b)) }

func (g *graph) sortByRef(c []int32) { slices.SortStableFunc(c, g.compareRefs) }

// way is the shortest path that starts at the first member and comes to a
// vertex that is on it already.
func (g *graph) way(members []int32) []string {
	inside := make(map[int32]bool, len(members))
	for _, v := range members {
		inside[v] = true
	}
	from := map[int32]int32{members[0]: none}
	for next := []int32{members[0]}; len(next) > 0; next = next[1:] {
		at := next[0]
		for e := range g.outOf(g.vertices[at]) {
			_, seen := from[e.to]
			if inside[e.to] && !seen {
				from[e.to] = at
				next = append(next, e.to)
			}
			if !inside[e.to] || !seen {
				continue
			}
			if path := back(from, at); slices.Contains(path, e.to) {
				return g.refs(append(path, e.to))
			}
		}
	}
	return g.refs(members)
}

func back(from map[int32]int32, at int32) []int32 {
	var path []int32
	for ; at != none; at = from[at] {
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}

func (g *graph) refs(vertices []int32) []string {
	names := make([]string, len(vertices))
	for i, v := range vertices {
		names[i] = g.ref(v)
	}
	return names
}
