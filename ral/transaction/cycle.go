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
	Cycles [][]string // one way round each, a container named where it begins and where it ends
	// Members are the resources of each cycle, sorted.
	Members [][]string
	// Steps are the resources of all cycles, in the same order.
	Steps []*Step
	// Links are the relationships within the cycles: without one of them there may
	// be an order.
	Links []Link
}

// Link is a relationship of which cycles are made: To comes after From.
type Link struct {
	From, To string // by their references
	By       string // "require => Package[nginx]", "autorequire"
	Notifies bool   // changes of From refresh To
}

// Error shows a way round each cycle.
func (e *CycleError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Found %s:", count(len(e.Cycles), "dependency cycle", "dependency cycles"))
	for _, path := range e.Cycles {
		b.WriteString(" (" + strings.Join(brief(path), " => ") + ")")
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
		for _, v := range c {
			if g.vertices[v].part == whole {
				found.Steps = append(found.Steps, g.vertices[v].step)
			}
		}
		found.Members = append(found.Members, brief(g.refs(c)))
		found.Cycles = append(found.Cycles, g.cyclePath(c))
		found.Links = append(found.Links, g.links(c)...)
	}
	found.Path = brief(found.Cycles[0])
	return found
}

// links are the edges between vertices of one cycle.
func (g *graph) links(c []int32) []Link {
	var list []Link
	for _, v := range c {
		for e := range g.into(g.vertices[v]) {
			if slices.Contains(c, e.from) {
				list = append(list, Link{g.ref(e.from), g.ref(v), e.reason(g), e.notifies()})
			}
		}
	}
	return list
}

func (g *graph) ref(v int32) string { return g.vertices[v].step.Ref() }

func (g *graph) compareRefs(a, b int32) int { return strings.Compare(g.sortedBy(a), g.sortedBy(b)) }

// sortedBy is the name that a vertex is sorted by. The ends of a container
// stand where Puppet's whits do, so that both name the same way round.
func (g *graph) sortedBy(v int32) string {
	switch g.vertices[v].part {
	case begin:
		return "Whit[Admissible_" + g.ref(v)
	case end:
		return "Whit[Completed_" + g.ref(v)
	}
	return g.ref(v)
}

func (g *graph) sortByRef(c []int32) { slices.SortStableFunc(c, g.compareRefs) }

func (g *graph) refs(vertices []int32) []string {
	names := make([]string, len(vertices))
	for i, v := range vertices {
		names[i] = g.ref(v)
	}
	return names
}

// brief names a container once where its begin and its end follow each other.
func brief(path []string) []string {
	if len(path) == 2 {
		return path
	}
	return slices.Compact(slices.Clone(path))
}
