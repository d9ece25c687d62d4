package graph_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
)

func newGraph(n int, edges ...graph.Edge) *graph.Graph {
	g := graph.New(n, func(i int32) string { return fmt.Sprintf("Thing[%d]", i) })
	vertices := make([]graph.Vertex, n)
	for i := range vertices {
		vertices[i].Resource = int32(i)
	}
	g.Declare(vertices)
	for _, e := range edges {
		g.Connect(e)
	}
	return g
}

func edge(from, to int32) graph.Edge { return graph.Edge{From: from, To: to, Kind: ral.Before} }

func TestSorted(t *testing.T) {
	for name, c := range map[string]struct {
		edges []graph.Edge
		want  []int32
	}{
		"without edges":                  {nil, []int32{0, 1, 2}},
		"a dependency":                   {[]graph.Edge{edge(2, 0)}, []int32{1, 2, 0}},
		"the earliest ready vertex next": {[]graph.Edge{edge(1, 0)}, []int32{1, 0, 2}},
	} {
		got, err := newGraph(3, c.edges...).Sorted()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestCycles(t *testing.T) {
	_, err := newGraph(5, edge(0, 1), edge(1, 0), edge(1, 2), edge(3, 3)).Sorted()
	cycle, ok := errors.AsType[*graph.CycleError](err)
	if !ok {
		t.Fatalf("the error is %v", err)
	}
	if want := "Found 2 dependency cycles: (Thing[0] => Thing[1] => Thing[0]) (Thing[3] => Thing[3])"; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
	if d := cmp.Diff([]int32{0, 1, 3}, cycle.Resources); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(graph.Link{From: "Thing[1]", To: "Thing[0]", By: "before => Thing[0]"}, cycle.Links[0]); d != "" {
		t.Error(d)
	}
}

// A vertex that is added during the run comes right after its parent, and the dependents
// of the parent also wait for it.
func TestAddInside(t *testing.T) {
	g := newGraph(3, edge(0, 1))
	ready := g.Ready()
	first := ready.Pop()
	last := g.AddInside(first, graph.End, first)
	g.Hand(first, last)
	child := g.AddInside(first, graph.Whole, 3)
	g.Connect(edge(first, child))
	g.Connect(graph.Edge{From: child, To: last, Contains: true})
	order := []int32{first}
	for ready.Finish(g.Vertices[first]); !ready.Empty(); {
		i := ready.Pop()
		order = append(order, i)
		ready.Finish(g.Vertices[i])
	}
	if d := cmp.Diff([]int32{0, child, last, 1, 2}, order); d != "" {
		t.Error(d)
	}
}
