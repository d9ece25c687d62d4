package journal

import (
	"fmt"

	"ralsh/ral"
)

// given returns the declared attributes of a resource, nil if it was generated.
func (rec *Record) given(d ral.Decl) []Prop {
	for _, p := range rec.Planned {
		if p.Type == d.Type && p.Title == d.Title {
			return p.Attrs
		}
	}
	return nil
}

// Addressed adds to the declaration the declared attributes that where accepts,
// because they locate the resource. It returns why that is impossible: a
// resource that was moved would not be found at its new location.
func (inv *Inverse) Addressed(where func(attr string) bool) error {
	for _, p := range inv.Declared {
		if _, there := inv.Decl.Get(p.Name); there || !where(p.Name) {
			continue
		}
		v, err := p.Value.Restore(nil)
		if err != nil {
			return err
		}
		inv.Decl.Attrs = append([]ral.Attr{{Name: p.Name, Value: v}}, inv.Decl.Attrs...)
	}
	for _, a := range inv.Decl.Attrs {
		left, now := prop(inv.Expected, a.Name)
		was, before := prop(inv.Before, a.Name)
		if now && before && where(a.Name) && !left.Gone() && !was.Gone() && !left.Same(was) {
			return fmt.Errorf("the run moved it from %s to %s, and undo does not search for it there", was.Text(), left.Text())
		}
	}
	return nil
}
