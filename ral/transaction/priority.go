package transaction

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

// queue is a heap of vertices, the earliest declared first.
type queue struct {
	g    *graph
	heap []int32
}

func (q *queue) less(a, b int32) bool {
	if c := q.g.vertices[a].place.compare(q.g.vertices[b].place); c != 0 {
		return c < 0
	}
	return a < b
}

func (q *queue) push(v int32) {
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

func (q *queue) pop() int32 {
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

// sorted returns the expected order of the run: always the earliest declared vertex
// whose dependencies all precede it (semantics.md X2).
func (g *graph) sorted() ([]int32, error) {
	waits := make([]int32, len(g.vertices))
	ready := queue{g: g, heap: make([]int32, 0, len(g.vertices))}
	for i, v := range g.vertices {
		if waits[i] = v.ins; v.ins == 0 {
			ready.push(int32(i))
		}
	}
	order := make([]int32, 0, len(g.vertices))
	for len(ready.heap) > 0 {
		i := ready.pop()
		order = append(order, i)
		for e := range g.outOf(g.vertices[i]) {
			if waits[e.to]--; waits[e.to] == 0 {
				ready.push(e.to)
			}
		}
	}
	if len(order) < len(g.vertices) {
		return nil, g.cycles(waits)
	}
	return order, nil
}
