package catalog

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
)

// relating fills a graph with the relationships of a catalog.
type relating struct {
	ctx    context.Context
	c      *Catalog
	g      *graph.Graph
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

// Relate builds the graph of the run, and resolves the schedules of the resources. It
// returns the order of the vertices, or all errors.
func (c *Catalog) Relate(ctx context.Context, ignoreSchedules bool) (g *graph.Graph, order []int32, bad []error) {
	g, bad = c.graph(ctx)
	if !ignoreSchedules {
		for _, missing := range c.schedules(ctx) {
			bad = append(bad, missing)
		}
	}
	order, err := g.Sorted()
	if err != nil {
		bad = append(bad, err)
	}
	return g, order, bad
}

// graph builds the graph: explicit edges, automatic edges, containment
// (semantics.md G1).
func (c *Catalog) graph(ctx context.Context) (*graph.Graph, []error) {
	n := len(c.Entries)
	g := graph.New(n, func(i int32) string { return c.Entries[i].Ref() })
	b := &relating{ctx: ctx, c: c, g: g, first: make([]int32, n), last: make([]int32, n)}
	b.place()
	for i := range c.All {
		if ctx.Err() == nil {
			b.explicit(i)
		}
	}
	for _, pair := range c.generated {
		b.generated(pair)
	}
	for i := range c.All {
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

func (c *Catalog) decl(i int32) *ral.Decl { return c.Entries[i].Resource.Decl }

func (b *relating) place() {
	vertices := make([]graph.Vertex, 0, len(b.c.Entries))
	for i := range b.c.All {
		part := graph.Whole
		if b.c.decl(i).Container {
			part = graph.Begin
		}
		b.first[i], b.last[i] = int32(len(vertices)), int32(len(vertices))
		vertices = append(vertices, graph.Vertex{Part: part, Resource: i})
	}
	b.g.Declare(vertices)
	for i := range b.c.All {
		if b.c.decl(i).Container {
			b.last[i] = b.g.AddEnd(b.first[i])
		}
	}
}

var explicitKinds = [...]ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify}

func (b *relating) explicit(i int32) {
	r := b.c.Entries[i].Resource
	for _, kind := range explicitKinds {
		for _, ref := range r.Get(kind.String()).Elements() {
			typ, title, _ := ref.Target()
			j, ok := b.c.Find(b.ctx, typ, title)
			if ok {
				b.relate(kind, i, j, false)
			} else if !b.c.leftOut[Name{typ, title}] {
				b.bad = append(b.bad, &MissingError{
					Kind: kind, Ref: ral.Capitalise(typ) + "[" + title + "]", Of: r.Decl.Ref(),
					Pos: r.Decl.PosOf(kind.String()), Nearest: b.c.nearest(typ, title),
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
	if !b.c.decl(from).Container && !b.c.decl(to).Container {
		b.g.Connect(graph.Edge{From: b.first[from], To: b.first[to], Kind: kind, Auto: auto})
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
	if !b.g.Linked(first, second) && !b.g.Linked(second, first) {
		b.g.Connect(graph.Edge{From: first, To: second, Kind: ral.Before, Auto: true})
	}
}

// automaticKinds is the order in which automatic relationships are added
// (semantics.md G3).
var automaticKinds = [...]ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify}

// automatic adds the relationships of the type, except between resources that
// are already related in either direction.
func (b *relating) automatic(i int32) {
	r := b.c.Entries[i].Resource
	for _, kind := range automaticKinds {
		for _, rel := range r.Type.Relations {
			if rel.Kind != kind {
				continue
			}
			b.related(rel, i, func(j int32) {
				from, to := b.first[i], b.first[j]
				if !b.g.Linked(from, to) && !b.g.Linked(to, from) {
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
	r := b.c.Entries[i].Resource
	if rel.Titles != nil {
		for _, title := range rel.Titles(r) {
			if j, ok := b.c.Find(b.ctx, rel.Type, title); ok {
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
		if j != i && matches(b.c.Entries[j].Resource) {
			yield(j)
		}
	}
}

func (b *relating) ofType(typ string) []int32 {
	if b.byType == nil {
		b.byType = make(map[string][]int32)
		for i := range b.c.All {
			t := b.c.Entries[i].Resource.Type.Name
			b.byType[t] = append(b.byType[t], i)
		}
	}
	return b.byType[typ]
}

// bound is an edge to or from a container, by indexes in the catalog.
type bound struct {
	from, to int32
	kind     ral.RelationKind
	auto     bool
	done     bool
}

// contain connects each container with its members: its begin precedes them,
// its end follows them, and events flow in and out, except through an empty
// container. Then it adds the edges to the begin and from the end (semantics.md
// G5).
func (b *relating) contain() error {
	members, err := b.members()
	if err != nil {
		return err
	}
	for i := range b.c.All {
		if !b.c.decl(i).Container {
			continue
		}
		if len(members[i]) == 0 {
			b.g.Connect(graph.Edge{From: b.first[i], To: b.last[i], Contains: true, Silent: true})
		}
		for _, m := range members[i] {
			b.g.Connect(graph.Edge{From: b.first[i], To: b.first[m], Contains: true})
			b.g.Connect(graph.Edge{From: b.last[m], To: b.last[i], Contains: true})
		}
		b.cross(i, func(e *bound) bool { return e.to == i })
		b.cross(i, func(e *bound) bool { return e.from == i })
	}
	return nil
}

func (b *relating) cross(container int32, selected func(*bound) bool) {
	for _, n := range b.boundOf[container] {
		e := &b.bounds[n]
		if e.done || !selected(e) {
			continue
		}
		e.done = true
		b.g.Connect(graph.Edge{From: b.last[e.from], To: b.first[e.to], Kind: e.kind, Auto: e.auto})
	}
}

func (b *relating) members() (map[int32][]int32, error) {
	members := make(map[int32][]int32)
	for i := range b.c.All {
		for _, ref := range b.c.decl(i).Holders() {
			if err := b.put(i, ref, members); err != nil {
				return nil, err
			}
		}
	}
	return members, nil
}

// put adds a resource to the members of a container.
func (b *relating) put(i int32, ref string, members map[int32][]int32) error {
	j, ok := b.c.container(b.ctx, ref)
	if !ok {
		return fmt.Errorf("%s is contained in %s, which does not exist", b.c.Entries[i].Ref(), ref)
	}
	members[j] = append(members[j], i)
	return nil
}
