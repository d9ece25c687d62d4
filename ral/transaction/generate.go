package transaction

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
)

// evalGenerate lets a resource generate resources, right before it is read. They are
// inserted right after it, and its dependents also wait for them (semantics.md X62,
// X63).
func (w *walk) evalGenerate(ctx context.Context, i int32, up outcome) {
	g := w.graph
	v := w.vertices[i]
	s := v.step
	if s.Resource.Type.EvalGenerate == nil {
		return
	}
	children := w.generated(ctx, s, up)
	var made []int32
	for _, d := range children {
		if child, ok := w.addGenerated(ctx, i, d); ok {
			made = append(made, child)
		}
	}
	if len(made) == 0 {
		return
	}
	last := w.addInside(i, graph.End, v.Resource)
	g.Hand(i, last)
	for _, child := range made {
		if !g.Linked(child, i) {
			g.Connect(graph.Edge{From: i, To: child, Kind: ral.Before, Auto: true})
		}
		g.Connect(graph.Edge{From: child, To: last, Contains: true})
	}
	g.Connect(graph.Edge{From: i, To: last, Contains: true})
}

func (w *walk) generated(ctx context.Context, s *Step, up outcome) []ral.Decl {
	var list []ral.Decl
	err := ral.Guard(func() (err error) {
		list, err = s.Resource.Type.EvalGenerate(ctx, w.run.Env().Reader(), s.Resource)
		return err
	})
	if err != nil && w.mayChange(s, up, err) == 0 {
		w.trouble(s, CannotGenerate, err)
	}
	return list
}

// addGenerated inserts a resource that was generated during the run. It returns its
// vertex.
func (w *walk) addGenerated(ctx context.Context, parent int32, d ral.Decl) (int32, bool) {
	before, by := len(w.declared), w.vertices[parent]
	i, ok, err := w.catalog.Insert(ctx, by.Resource, d)
	if err != nil {
		w.trouble(by.step, CannotGenerate, err)
	}
	if !ok {
		return 0, false
	}
	if int(i) < before {
		return int32(slices.IndexFunc(w.vertices, func(v *vertex) bool { return v.Resource == i })), true
	}
	s := w.stepOf(i)
	s.N = len(w.steps) + 1
	w.steps = append(w.steps, s)
	w.emit(StepAdded{s})
	return w.addInside(parent, graph.Whole, i), true
}
