package transaction

// tarjan finds the vertices that can reach each other. It keeps its own stack:
// a chain of a million resources must not exhaust the goroutine's.
type tarjan struct {
	g            *graph
	waits        []int32
	index, low   []int32
	onStack      []bool
	stack, calls []int32
	at           []int32 // the edge each call has come to
	next         int32
	found        [][]int32
}

// components are the groups of vertices that wait for each other, and the
// vertices that wait for themselves.
func (g *graph) components(waits []int32) [][]int32 {
	n := len(g.vertices)
	t := &tarjan{
		g: g, waits: waits, next: 1,
		index: make([]int32, n), low: make([]int32, n), onStack: make([]bool, n), at: make([]int32, n),
	}
	for v := range g.vertices {
		if waits[v] > 0 && t.index[v] == 0 {
			t.from(int32(v))
		}
	}
	return t.found
}

func (t *tarjan) enter(v int32) {
	t.index[v], t.low[v] = t.next, t.next
	t.next++
	t.at[v] = t.g.vertices[v].firstOut
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
		case t.waits[e.to] == 0:
		case t.index[e.to] == 0:
			t.enter(e.to)
		case t.onStack[e.to]:
			t.low[v] = min(t.low[v], t.index[e.to])
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
	if len(group) > 1 || t.g.linked(v, v) {
		t.found = append(t.found, group)
	}
}
