package transaction

import (
	"container/heap"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
)

// edge leads from a resource to one that comes after it.
type edge struct {
	from, to int
	notifies bool
	by       string // how it was declared: "require => Package[nginx]", "autorequire"
}

// graph is the order of a set of resources: by relationship, then as declared
// (semantics.md G1-G3, X2).
type graph struct {
	resources []*ral.Resource
	refs      map[string]int
	out, in   [][]edge
}

// CycleError is a set of relationships that no order can satisfy.
type CycleError struct{ Path []string }

// Error shows the way round.
func (e *CycleError) Error() string {
	return "Found 1 dependency cycle: (" + strings.Join(e.Path, " => ") + ")"
}

func newGraph(resources []*ral.Resource) (*graph, error) {
	g := &graph{
		resources: resources, refs: make(map[string]int),
		out: make([][]edge, len(resources)), in: make([][]edge, len(resources)),
	}
	for i, r := range resources {
		if _, twice := g.refs[key(r.Type.Name, r.Title)]; twice {
			return nil, fmt.Errorf("Duplicate declaration: %s is already declared; cannot redeclare", r.Ref())
		}
		g.refs[key(r.Type.Name, r.Title)] = i
	}
	for i, r := range resources {
		if err := g.explicit(i, r); err != nil {
			return nil, err
		}
	}
	for i, r := range resources {
		g.automatic(i, r)
	}
	return g, nil
}

func key(typ, title string) string { return strings.ToLower(typ) + "\x00" + title }

func (g *graph) explicit(i int, r *ral.Resource) error {
	for _, kind := range []ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify} {
		for _, ref := range r.Get(kind.String()).Items() {
			typ, title, _ := ref.Target()
			j, ok := g.refs[key(typ, title)]
			if !ok {
				return missing(kind, ref.Text(), r.Ref())
			}
			target := ral.Capitalise(typ) + "[" + title + "]"
			g.add(relate(kind, i, j, kind.String()+" => "+target))
		}
	}
	return nil
}

func missing(kind ral.RelationKind, ref, of string) error {
	word := "dependency"
	if kind == ral.Before || kind == ral.Notify {
		word = "dependent"
	}
	return fmt.Errorf("Could not find %s %s for %s", word, ref, of)
}

func relate(kind ral.RelationKind, self, other int, by string) edge {
	notifies := kind == ral.Subscribe || kind == ral.Notify
	if kind == ral.Require || kind == ral.Subscribe {
		return edge{other, self, notifies, by}
	}
	return edge{self, other, notifies, by}
}

func (g *graph) automatic(i int, r *ral.Resource) {
	for _, rel := range r.Type.Relations {
		for _, j := range g.related(rel, r) {
			if j == i {
				continue
			}
			e := relate(rel.Kind, i, j, "auto"+rel.Kind.String())
			if !g.linked(e.from, e.to) && !g.linked(e.to, e.from) {
				g.add(e)
			}
		}
	}
}

func (g *graph) related(rel ral.Relation, r *ral.Resource) []int {
	var list []int
	if rel.Titles != nil {
		for _, title := range rel.Titles(r) {
			if j, ok := g.refs[key(rel.Type, title)]; ok {
				list = append(list, j)
			}
		}
	}
	if rel.Match == nil {
		return list
	}
	if matches := rel.Match(r); matches != nil {
		for j, other := range g.resources {
			if other.Type.Name == rel.Type && matches(other) {
				list = append(list, j)
			}
		}
	}
	return list
}

func (g *graph) linked(from, to int) bool {
	return slices.ContainsFunc(g.out[from], func(e edge) bool { return e.to == to })
}

func (g *graph) add(e edge) {
	g.out[e.from] = append(g.out[e.from], e)
	g.in[e.to] = append(g.in[e.to], e)
}

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// sorted is the order of the run: always the earliest declared resource whose
// dependencies are all before it.
func (g *graph) sorted() ([]int, error) {
	waits := make([]int, len(g.resources))
	var ready intHeap
	for i := range g.resources {
		if waits[i] = len(g.in[i]); waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	var order []int
	for len(ready) > 0 {
		i := heap.Pop(&ready).(int)
		order = append(order, i)
		for _, e := range g.out[i] {
			if waits[e.to]--; waits[e.to] == 0 {
				heap.Push(&ready, e.to)
			}
		}
	}
	if len(order) < len(g.resources) {
		return nil, g.cycle(waits)
	}
	return order, nil
}

// cycle walks backwards from a resource that still waits until one comes again.
func (g *graph) cycle(waits []int) error {
	at := slices.IndexFunc(waits, func(n int) bool { return n > 0 })
	seen := make(map[int]int)
	var path []int
	for {
		if start, again := seen[at]; again {
			path = append(path[start:], at)
			break
		}
		seen[at] = len(path)
		path = append(path, at)
		for _, e := range g.in[at] {
			if waits[e.from] > 0 {
				at = e.from
				break
			}
		}
	}
	slices.Reverse(path)
	names := make([]string, len(path))
	for i, n := range path {
		names[i] = g.resources[n].Ref()
	}
	return &CycleError{names}
}
