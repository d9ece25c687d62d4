package transaction

// sorted is the order of the run as far as it can be told beforehand: always
// the earliest declared vertex whose dependencies are all before it
// (semantics.md X2).
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
