package journal

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/value"
)

// alsoRemovedBy returns the resources that were removed together with a resource. If
// they still exist, they are in their previous state.
func (rec *Record) alsoRemovedBy(state *ownfiles.State, d ral.Decl) []Inverse {
	absent, list := "absent", []Inverse(nil)
	for _, p := range rec.Planned {
		if p.Type != d.Type || p.Title != d.Title {
			continue
		}
		for _, t := range p.Takes {
			inv := Inverse{Decl: ral.Decl{Type: t.Type, Title: t.Title, Provider: t.Provider}, Before: t.Attrs, Removed: true, along: true}
			for _, a := range t.Attrs {
				// A later resource with this name is different.
				inv.Expected, inv.changed = append(inv.Expected, Prop{a.Name, stored.Value{Sym: &absent}}), append(inv.changed, a.Name)
				v, err := a.Value.Restore(func(sum string) ([]byte, error) { return read(state, sum) })
				if err != nil {
					inv.cannot(a.Name, err.Error())
					continue
				}
				inv.Decl.Attrs = append(inv.Decl.Attrs, ral.Attr{Name: a.Name, Value: v})
			}
			list = append(list, inv)
		}
	}
	return list
}

// withAlsoRemoved adds the resources that a step also removed to the inverses of the later
// steps. A resource has one inverse: an earlier step for it has read its state before the
// run, and a later step has found it removed.
func (rec *Record) withAlsoRemoved(list, removed []Inverse) []Inverse {
	for _, along := range removed {
		ref := along.Decl.Ref()
		later := slices.IndexFunc(list, func(inv Inverse) bool { return inv.Decl.Ref() == ref })
		switch own := func(s Step) bool { return s.Ref() == ref && s.attempted() }; {
		case later >= 0:
			inv := &list[later]
			inv.Decl.Attrs, inv.Before, inv.changed, inv.Made, inv.ChangedEarlier = along.Decl.Attrs, along.Before, along.changed, false, true
		case !slices.ContainsFunc(rec.Steps, own):
			list = append(list, along.withoutEmpty())
		}
	}
	return list
}

// withoutEmpty returns an inverse that creates a resource without its empty lists: a later
// step may fill them, like the members of a group.
func (inv Inverse) withoutEmpty() Inverse {
	empty := func(v value.Value) bool { return v.Kind() == value.List && len(v.Items()) == 0 }
	for _, a := range slices.Clone(inv.Decl.Attrs) {
		if empty(a.Value) {
			inv.Decl = inv.Decl.With(a.Name, value.Value{})
			inv.changed = slices.DeleteFunc(slices.Clone(inv.changed), func(name string) bool { return name == a.Name })
		}
	}
	return inv
}

// toAlsoMade lets the inverses of later steps remove what was created together with a
// resource, except its dependencies: it did not exist before the run.
func (rec *Record) toAlsoMade(list []Inverse, d ral.Decl) {
	for _, p := range rec.Planned {
		if p.Type != d.Type || p.Title != d.Title {
			continue
		}
		for _, t := range p.Brings {
			for i := range list {
				if inv := &list[i]; inv.Decl.Type == t.Type && inv.Decl.Title == t.Title && t.Type != p.Type {
					inv.toAbsent()
				}
			}
		}
	}
}

// toAbsent makes the resource absent before the run.
func (inv *Inverse) toAbsent() {
	absent := "absent"
	inv.Decl.Attrs = []ral.Attr{{Name: "ensure", Value: value.Absent()}}
	inv.Before, inv.changed, inv.along = []Prop{{"ensure", stored.Value{Sym: &absent}}}, []string{"ensure"}, true
}

// alsoMadeBy returns the dependencies that were created together with a resource, for
// removal. Dependencies that changed later are not removed.
func (rec *Record) alsoMadeBy(d ral.Decl) (list []Inverse) {
	for _, p := range rec.Planned {
		if p.Type != d.Type || p.Title != d.Title {
			continue
		}
		for _, t := range p.Brings {
			if t.Type != p.Type {
				continue
			}
			inv := Inverse{Decl: ral.Decl{Type: t.Type, Title: t.Title, Provider: t.Provider}, Expected: t.Attrs}
			inv.toAbsent()
			list = append(list, inv)
		}
	}
	return list
}

// Created reports whether the run created a resource, by its step or by a different one.
func (rec *Record) Created(ref string) bool {
	for i := range rec.Steps {
		s := &rec.Steps[i]
		if was, ok := prop(s.initialWas(), "ensure"); ok && ref == s.Ref() {
			return was.Gone() // a later step may have removed it, or made it again
		}
	}
	return slices.ContainsFunc(rec.Planned, func(p Planned) bool {
		return slices.ContainsFunc(p.Brings, func(t Along) bool { return ref == ral.Decl{Type: t.Type, Title: t.Title}.Ref() })
	})
}

// CameAlong returns the resources that were created together with other resources in
// the run, and that stay after an undo unless their removal is requested.
func (rec *Record) CameAlong() (refs []string) {
	for i := range rec.Steps {
		s := &rec.Steps[i]
		if _, whole := s.ensured(); !whole {
			continue
		}
		for _, inv := range rec.alsoMadeBy(ral.Decl{Type: s.Type, Title: s.Title}) {
			refs = append(refs, inv.Decl.Ref())
		}
	}
	return refs
}
