package transaction

import "ralsh/ral"

// why returns the last step that a vertex depends on.
func (g *graph) why(v *vertex, known []Why) Why {
	var y Why
	for e := range g.into(v) {
		from := g.vertices[e.from]
		switch up := known[e.from]; {
		case from.part == whole && from.step.N > y.After:
			y = Why{from.step.N, e.reason(g)}
		case from.part != whole && up.After > y.After:
			y = up
			if !e.contains {
				y.By = e.reason(g)
			}
		}
	}
	return y
}

// reason returns by, with the container that the edge was declared on: a
// resource inherits the relationships of its containers.
func (e edge) reason(g *graph) string {
	at := e.from
	if e.kind == ral.Require || e.kind == ral.Subscribe {
		at = e.to
	}
	if e.contains || e.auto || g.vertices[at].part == whole {
		return e.by(g)
	}
	return e.by(g) + " of " + g.ref(at)
}

// by returns how an edge was declared: "require => Package[nginx]",
// "autorequire".
func (e edge) by(g *graph) string {
	switch {
	case e.contains:
		return "contained"
	case e.auto:
		return "auto" + e.kind.String()
	case e.kind == ral.Require || e.kind == ral.Subscribe:
		return e.kind.String() + " => " + g.ref(e.from)
	}
	return e.kind.String() + " => " + g.ref(e.to)
}
