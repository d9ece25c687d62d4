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
		j, ok := b.container(s.Decl.In)
		if !ok {
			return fmt.Errorf("%s is contained in %s, which is not there", s.Ref(), s.Decl.In)
		}
		filled[j] = true
		s.holder = b.c.steps[j]
		b.g.connect(edge{from: b.first[j], to: b.first[i], contains: true})
		b.g.connect(edge{from: b.last[i], to: b.last[j], contains: true})
	}
	for i := range b.c.all {
		if b.c.steps[i].Decl.Container && !filled[i] {
			b.g.connect(edge{from: b.first[i], to: b.last[i], contains: true})
		}
	}
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
