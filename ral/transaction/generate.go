package transaction

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// generateAll lets every resource generate resources before the run, recursively. It
// inserts the last of a list first, right after its parent or after the resource before
// it, so that they get the order of the list (semantics.md X60, X61).
func (w *walk) generateAll(ctx context.Context) {
	var declared []int32
	for i := range w.catalog.all {
		declared = append(declared, i)
	}
	for _, i := range declared {
		w.generate(ctx, i, nil)
	}
}

func (w *walk) generate(ctx context.Context, parent int32, above genChain) {
	c := w.catalog
	s := c.steps[parent]
	if s.Decl.Limit != "" {
		return
	}
	above = append(above, s)
	children := w.undeclared(ctx, s)
	if hook := s.Resource.Type.Generate; hook != nil {
		children = append(children, w.more(ctx, s, outcome{}, hook)...)
	}
	place, depthFirst := parent, s.Resource.Type.DepthFirst && len(children) > 0
	if depthFirst {
		place = c.before(parent)
	}
	for k := len(children) - 1; k >= 0; k-- {
		i, ok := w.insertGenerated(ctx, above, place, children[k])
		if !ok {
			continue
		}
		switch {
		case related(s, c.steps[i]):
		case depthFirst:
			c.generated = append(c.generated, generatedPair{i, parent})
		default:
			c.generated = append(c.generated, generatedPair{parent, i})
		}
		w.generate(ctx, i, above)
	}
}

func (w *walk) more(ctx context.Context, s *Step, up outcome, hook func(context.Context, host.Reader, *ral.Resource) ([]ral.Decl, error)) []ral.Decl {
	var list []ral.Decl
	err := ral.Guard(func() (err error) {
		list, err = hook(ctx, w.run.Env().Reader(), s.Resource)
		return err
	})
	if err != nil && w.mayChange(s, up, err) == 0 {
		w.trouble(s, CannotGenerate, err)
	}
	return list
}

// insertGenerated inserts a resource that the last of a chain generated. A
// declared resource of that name takes precedence and is returned.
func (w *walk) insertGenerated(ctx context.Context, above genChain, place int32, d ral.Decl) (int32, bool) {
	c, parent := w.catalog, above[len(above)-1]
	i, known := c.find(ctx, d.Type, d.Title)
	var child *Step
	if known {
		child = c.steps[i]
	}
	if err := above.rejectReason(child, d.Ref()); err != nil {
		w.trouble(parent, CannotGenerate, err)
		return 0, false
	}
	if known {
		return i, true
	}
	if c.leftOut[name{d.Type, d.Title}] {
		// A declared resource that is not planned still takes precedence.
		return 0, false
	}
	d.In = parent.Decl.In
	d.Tags = slices.Sorted(maps.Keys(parent.tags()))
	r, diags := c.env.Build(ctx, d)
	err := diags.Err()
	if err == nil {
		err = c.add(ctx, &Step{Decl: r.Decl, Resource: r, Dropped: diags, GeneratedBy: parent.Ref(), generator: parent, container: parent.container}, place)
	}
	if err != nil {
		w.trouble(parent, CannotGenerate, err)
		return 0, false
	}
	return int32(len(c.steps) - 1), true
}

// related reports whether either of two resources names the other in a
// relationship.
func related(a, b *Step) bool {
	return names(a, b) || names(b, a)
}

func names(a, b *Step) bool {
	for _, kind := range explicitKinds {
		for _, ref := range a.Resource.Get(kind.String()).Elements() {
			if typ, title, _ := ref.Target(); typ == b.Resource.Type.Name && title == b.Resource.Title {
				return true
			}
		}
	}
	return false
}

// evalGenerate lets a resource generate resources, right before it is read. They are
// inserted right after it, and its dependents also wait for them (semantics.md X62,
// X63).
func (w *walk) evalGenerate(ctx context.Context, i int32, up outcome) {
	g := w.graph
	v := g.vertices[i]
	s := v.step
	if s.Resource.Type.EvalGenerate == nil {
		return
	}
	children := w.more(ctx, s, up, s.Resource.Type.EvalGenerate)
	var made []int32
	for _, d := range children {
		if child, ok := w.addGenerated(ctx, v, d); ok {
			made = append(made, child)
		}
	}
	if len(made) == 0 {
		return
	}
	last := g.add(newVertex(end, s, v.place.inside(v.inner)))
	v.inner++
	g.hand(i, last)
	for _, child := range made {
		if !g.linked(child, i) {
			g.connect(edge{from: i, to: child, kind: ral.Before, auto: true})
		}
		g.connect(edge{from: child, to: last, contains: true})
	}
	g.connect(edge{from: i, to: last, contains: true})
}

// addGenerated inserts a resource that was generated during the run.
func (w *walk) addGenerated(ctx context.Context, parent *vertex, d ral.Decl) (int32, bool) {
	before := len(w.catalog.steps)
	i, ok := w.insertGenerated(ctx, lineOf(parent.step), w.placeOf(parent.step), d)
	if !ok {
		return 0, false
	}
	s := w.catalog.steps[i]
	if int(i) < before {
		return w.vertexOf(s), true
	}
	s.N = len(w.steps) + 1
	w.steps = append(w.steps, s)
	w.emit(StepAdded{s})
	at := w.graph.add(newVertex(whole, s, parent.place.inside(parent.inner)))
	parent.inner++
	return at, true
}

func (sq *sequence) placeOf(s *Step) int32 {
	return sq.catalog.at[name{s.Resource.Type.Name, s.Resource.Title}]
}

func (sq *sequence) vertexOf(s *Step) int32 {
	for i, v := range sq.graph.vertices {
		if v.step == s {
			return int32(i)
		}
	}
	return none
}

// genChain is a chain of resources in which each generated the next.
type genChain []*Step

// maxGenChain limits resources that generate resources endlessly. Nested directories
// that generate their contents stay far below it.
const maxGenChain = 256

// lineOf returns the chain that ends with a step.
func lineOf(s *Step) genChain {
	var c genChain
	for ; s != nil; s = s.generator {
		c = append(c, s)
	}
	slices.Reverse(c)
	return c
}

// rejectReason returns an error if the last of a chain cannot generate child because
// child is in the chain, or because the chain is too long. child is nil if no resource
// named ref exists yet.
func (c genChain) rejectReason(child *Step, ref string) error {
	if child == nil && len(c) >= maxGenChain || child != nil && slices.Contains(c, child) {
		return &EndlessError{append(c.refs(), ref)}
	}
	return nil
}

func (c genChain) refs() []string {
	refs := make([]string, len(c))
	for i, s := range c {
		refs[i] = s.Ref()
	}
	return refs
}

// EndlessError reports a resource that would generate resources endlessly. In Chain,
// each resource generates the next.
type EndlessError struct{ Chain []string }

// Error returns the chain, or only both ends of a long chain.
func (e *EndlessError) Error() string {
	const shown = 4
	chain := e.Chain
	if len(chain) > 2*shown {
		left := fmt.Sprintf("%d more", len(chain)-2*shown)
		chain = slices.Concat(chain[:shown], []string{left}, chain[len(chain)-shown:])
	}
	return "resources generate each other without end: " + strings.Join(chain, " => ")
}
