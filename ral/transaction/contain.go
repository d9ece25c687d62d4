package transaction

import (
	"fmt"

	"ralsh/ral"
)

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
	for i := range b.c.all {
		if !b.c.steps[i].Decl.Container {
			continue
		}
		if len(members[i]) == 0 {
			b.g.connect(edge{from: b.first[i], to: b.last[i], contains: true, silent: true})
		}
		for _, m := range members[i] {
			b.g.connect(edge{from: b.first[i], to: b.first[m], contains: true})
			b.g.connect(edge{from: b.last[m], to: b.last[i], contains: true})
		}
		b.cross(i, func(e *bound) bool { return e.to == i })
		b.cross(i, func(e *bound) bool { return e.from == i })
	}
	return nil
}

func (b *relating) cross(container int32, wanted func(*bound) bool) {
	for _, n := range b.boundOf[container] {
		e := &b.bounds[n]
		if e.done || !wanted(e) {
			continue
		}
		e.done = true
		b.g.connect(edge{from: b.last[e.from], to: b.first[e.to], kind: e.kind, auto: e.auto})
	}
}

func (b *relating) members() (map[int32][]int32, error) {
	members := make(map[int32][]int32)
	for i := range b.c.all {
		s := b.c.steps[i]
		for _, ref := range s.Decl.Holders() {
			if err := b.put(i, ref, members); err != nil {
				return nil, err
			}
		}
	}
	return members, nil
}

// put adds a resource to the members of a container.
func (b *relating) put(i int32, ref string, members map[int32][]int32) error {
	s := b.c.steps[i]
	j, ok := b.c.container(b.ctx, ref)
	if !ok {
		return fmt.Errorf("%s is contained in %s, which does not exist", s.Ref(), ref)
	}
	members[j] = append(members[j], i)
	return nil
}
