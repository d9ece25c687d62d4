package transaction

import (
	"fmt"

	"ralsh/ral"
)

// contain connects each container with what it contains: its begin comes before
// them, its end after them, and events flow both in and out (semantics.md G5).
func (b *relating) contain() error {
	filled := make(map[int32]bool)
	for i := range b.c.all {
		s := b.c.steps[i]
		if s.Decl.In == "" {
			continue
		}
		if err := b.put(i, s.Decl.In, filled); err != nil {
			return err
		}
		if s.Decl.AlsoIn == nil {
			continue
		}
		for _, ref := range *s.Decl.AlsoIn {
			if err := b.put(i, ref, filled); err != nil {
				return err
			}
		}
	}
	for i := range b.c.all {
		if b.c.steps[i].Decl.Container && !filled[i] {
			b.g.connect(edge{from: b.first[i], to: b.last[i], contains: true})
		}
	}
	return nil
}

// put connects a resource with one container; the first one is its holder, which
// its path names.
func (b *relating) put(i int32, ref string, filled map[int32]bool) error {
	s := b.c.steps[i]
	j, ok := b.container(ref)
	if !ok {
		return fmt.Errorf("%s is contained in %s, which is not there", s.Ref(), ref)
	}
	filled[j] = true
	if s.holder == nil {
		s.holder = b.c.steps[j]
	}
	b.g.connect(edge{from: b.first[j], to: b.first[i], contains: true})
	b.g.connect(edge{from: b.last[i], to: b.last[j], contains: true})
	return nil
}

func (b *relating) container(ref string) (int32, bool) {
	typ, title, ok := ral.SplitRef(ref)
	if !ok {
		return 0, false
	}
	j, ok := b.c.find(b.ctx, typ, title)
	return j, ok && b.c.steps[j].Decl.Container
}
