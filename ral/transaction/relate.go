package transaction

import (
	"context"

	"ralsh/ral"
)

// relating fills a graph with the relationships of a catalog.
type relating struct {
	ctx    context.Context
	c      *catalog
	g      *graph
	first  []int32            // catalog index -> vertex; of a container, its begin
	last   []int32            // catalog index -> vertex; of a container, its end
	byType map[string][]int32 // for relations that match by attribute
	// bounds holds the edges to and from containers. They are connected
	// together with their members, because the order of edges determines which
	// failure is named first.
	bounds  []bound
	boundOf map[int32][]int32 // container -> indexes in bounds, in and out
	bad     []error           // relationships to missing resources
}

// newGraph builds the graph of a run: explicit edges, automatic edges,
// containment (semantics.md G1).
func newGraph(ctx context.Context, c *catalog) (*graph, []error) {
	n := len(c.steps)
	g := &graph{vertices: make([]*vertex, 0, n), edges: make([]edge, 0, 2*n)}
	b := &relating{ctx: ctx, c: c, g: g, first: make([]int32, n), last: make([]int32, n)}
	b.place()
	for i := range c.all {
		if ctx.Err() == nil {
			b.explicit(i)
		}
	}
	for _, pair := range c.generated {
		b.generated(pair)
	}
	for i := range c.all {
		if ctx.Err() == nil {
			b.automatic(i)
		}
	}
	if err := ctx.Err(); err != nil {
		return g, []error{err}
	}
	if err := b.contain(); err != nil {
		b.bad = append(b.bad, err)
	}
	return g, b.bad
}

func (b *relating) place() {
	slab := make([]vertex, 0, len(b.c.steps))
	top := int32(0)
	for i := range b.c.all {
		s := b.c.steps[i]
		p := whole
		if s.Decl.Container {
			p = begin
		}
		slab = append(slab, newVertex(p, s, priority{top: top}))
		b.first[i] = int32(len(b.g.vertices))
		b.g.vertices = append(b.g.vertices, &slab[len(slab)-1])
		b.last[i] = b.first[i]
		top++
	}
	for i := range b.c.all {
		if v := b.g.vertices[b.first[i]]; v.part == begin {
			b.last[i] = b.g.add(newVertex(end, v.step, v.place))
		}
	}
}

var explicitKinds = [...]ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify}

func (b *relating) explicit(i int32) {
	s := b.c.steps[i]
	for _, kind := range explicitKinds {
		for _, ref := range s.Resource.Get(kind.String()).Elements() {
			typ, title, _ := ref.Target()
			j, ok := b.c.find(b.ctx, typ, title)
			if ok {
				b.relate(kind, i, j, false)
			} else if !b.c.leftOut[name{typ, title}] {
				b.bad = append(b.bad, &MissingError{
					Kind: kind, Ref: ral.Capitalise(typ) + "[" + title + "]", Of: s.Ref(),
					Pos: s.Decl.PosOf(kind.String()), Nearest: b.c.nearest(typ, title),
				})
			}
		}
	}
}

// relate connects two resources. Edges to a container lead to its begin, edges
// from it leave its end.
func (b *relating) relate(kind ral.RelationKind, self, other int32, auto bool) {
	from, to := self, other
	if kind == ral.Require || kind == ral.Subscribe {
		from, to = other, self
	}
	if !b.c.steps[from].Decl.Container && !b.c.steps[to].Decl.Container {
		b.g.connect(edge{from: b.first[from], to: b.first[to], kind: kind, auto: auto})
		return
	}
	if b.boundOf == nil {
		b.boundOf = make(map[int32][]int32)
	}
	n := int32(len(b.bounds))
	b.bounds = append(b.bounds, bound{from: from, to: to, kind: kind, auto: auto})
	b.boundOf[from] = append(b.boundOf[from], n)
	if to != from {
		b.boundOf[to] = append(b.boundOf[to], n)
	}
}

func (b *relating) generated(pair generatedPair) {
	first, second := b.last[pair.first], b.first[pair.second]
	if !b.g.linked(first, second) && !b.g.linked(second, first) {
		b.g.connect(edge{from: first, to: second, kind: ral.Before, auto: true})
	}
}

// automaticKinds is the order in which automatic relationships are added
// (semantics.md G3).
var automaticKinds = [...]ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify}

// automatic adds the relationships of the type, except between resources that
// are already related in either direction.
func (b *relating) automatic(i int32) {
	r := b.c.steps[i].Resource
	for _, kind := range automaticKinds {
		for _, rel := range r.Type.Relations {
			if rel.Kind != kind {
				continue
			}
			b.related(rel, i, func(j int32) {
				from, to := b.first[i], b.first[j]
				if !b.g.linked(from, to) && !b.g.linked(to, from) {
					b.relate(kind, i, j, true)
				}
			})
		}
	}
}

// related yields the resources that a relation of a resource leads to. A relation that
// names its own resource makes a cycle, as in Puppet; a relation that matches several
// resources may also match its own.
func (b *relating) related(rel ral.Relation, i int32, yield func(int32)) {
	r := b.c.steps[i].Resource
	if rel.Titles != nil {
		for _, title := range rel.Titles(r) {
			if j, ok := b.c.find(b.ctx, rel.Type, title); ok {
				yield(j)
			}
		}
	}
	if rel.Match == nil {
		return
	}
	matches := rel.Match(r)
	if matches == nil {
		return
	}
	for _, j := range b.ofType(rel.Type) {
		if j != i && matches(b.c.steps[j].Resource) {
			yield(j)
		}
	}
}

func (b *relating) ofType(typ string) []int32 {
	if b.byType == nil {
		b.byType = make(map[string][]int32)
		for i := range b.c.all {
			t := b.c.steps[i].Resource.Type.Name
			b.byType[t] = append(b.byType[t], i)
		}
	}
	return b.byType[typ]
}
