package transaction

import "ralsh/ral/transaction/graph"

// why returns the last step that a vertex depends on.
func (sq *sequence) why(v *vertex, known []Why) Why {
	var y Why
	for e := range sq.graph.Into(v.Vertex) {
		from := sq.vertices[e.From]
		switch up := known[e.From]; {
		case from.Part == graph.Whole && from.step.N > y.After:
			y = Why{from.step.N, sq.graph.Reason(e)}
		case from.Part != graph.Whole && up.After > y.After:
			y = up
			if !e.Contains {
				y.By = sq.graph.Reason(e)
			}
		}
	}
	return y
}
