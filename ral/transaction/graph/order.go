package graph

import "slices"

// priority is a position in declared order (semantics.md G6): top counts the declared
// resources, nested the resources that a resource generated during the run, so that
// they come right after their parent.
type priority struct {
	top    int32
	nested []int32
}

// inside returns the priority of the n-th resource generated inside p.
func (p priority) inside(n int32) priority {
	return priority{p.top, append(slices.Clone(p.nested), n)}
}

func (p priority) compare(q priority) int {
	if p.top != q.top {
		return int(p.top - q.top)
	}
	return slices.Compare(p.nested, q.nested)
}

// Queue is a heap of vertices, the earliest declared first.
type Queue struct {
	g    *Graph
	heap []int32
}

// Ready returns the vertices without dependencies that are not done.
func (g *Graph) Ready() *Queue {
	q := &Queue{g: g, heap: make([]int32, 0, len(g.Vertices))}
	for i, v := range g.Vertices {
		if v.waits == 0 {
			q.Push(int32(i))
		}
	}
	return q
}

// Finish marks a vertex as done, and pushes the vertices that waited only for it.
func (q *Queue) Finish(v *Vertex) {
	v.Done = true
	for e := range q.g.outOf(v) {
		to := q.g.Vertices[e.To]
		if to.waits--; to.waits == 0 && !to.Done {
			q.Push(e.To)
		}
	}
}

// Empty reports whether no vertex is in the queue.
func (q *Queue) Empty() bool { return len(q.heap) == 0 }

func (q *Queue) less(a, b int32) bool {
	if c := q.g.Vertices[a].place.compare(q.g.Vertices[b].place); c != 0 {
		return c < 0
	}
	return a < b
}

// Push adds a vertex.
func (q *Queue) Push(v int32) {
	q.heap = append(q.heap, v)
	at := len(q.heap) - 1
	for at > 0 {
		up := (at - 1) / 2
		if !q.less(q.heap[at], q.heap[up]) {
			return
		}
		q.heap[at], q.heap[up] = q.heap[up], q.heap[at]
		at = up
	}
}

// Pop removes the earliest declared vertex and returns it.
func (q *Queue) Pop() int32 {
	first, last := q.heap[0], len(q.heap)-1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	for at := 0; ; {
		least := at
		for _, child := range [2]int{2*at + 1, 2*at + 2} {
			if child < last && q.less(q.heap[child], q.heap[least]) {
				least = child
			}
		}
		if least == at {
			return first
		}
		q.heap[at], q.heap[least] = q.heap[least], q.heap[at]
		at = least
	}
}

// Sorted returns the expected order of the run: always the earliest declared vertex
// whose dependencies all precede it (semantics.md X2). The error is a *CycleError.
func (g *Graph) Sorted() ([]int32, error) {
	waits := make([]int32, len(g.Vertices))
	ready := Queue{g: g, heap: make([]int32, 0, len(g.Vertices))}
	for i, v := range g.Vertices {
		if waits[i] = v.ins; v.ins == 0 {
			ready.Push(int32(i))
		}
	}
	order := make([]int32, 0, len(g.Vertices))
	for !ready.Empty() {
		i := ready.Pop()
		order = append(order, i)
		for e := range g.outOf(g.Vertices[i]) {
			if waits[e.To]--; waits[e.To] == 0 {
				ready.Push(e.To)
			}
		}
	}
	if len(order) < len(g.Vertices) {
		return nil, g.cycles(waits)
	}
	return order, nil
}
