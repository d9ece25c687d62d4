package model

import (
	"maps"
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// MarkApplied notes that a resource was applied: a relationship to it that was typed
// orders nothing any more, and keeps nothing from being planned.
func (d *Draft) MarkApplied(done ral.Decl) {
	for _, ref := range d.refs() {
		if ref.typ == done.Type && ref.title == done.Title {
			d.met[done.Ref()] = true
			d.changes++
		}
	}
}

// ClearApplied forgets what was typed, as it was applied; a draft in which something
// else was typed since stays as it is. It reports whether it was forgotten.
func (d *Draft) ClearApplied(done ral.Decl) bool {
	for _, a := range d.Decl().Attrs {
		v, wanted := done.Get(a.Name)
		if !slices.Contains(relationships(), a.Name) && (!wanted || !v.Reveal().Equal(a.Value.Reveal())) {
			return false
		}
	}
	d.changes++
	clear(d.texts)
	clear(d.undone)
	clear(d.missing)
	clear(d.met)
	return true
}

// AppliedDeps names the resources to which a draft is related and which were applied.
func (d *Draft) AppliedDeps() []string { return slices.Sorted(maps.Keys(d.met)) }

// Decls are the declarations of drafts that are planned together: without the
// relationships to what was applied, unless that is among them again.
func Decls(drafts []*Draft) []ral.Decl {
	decls := make([]ral.Decl, len(drafts))
	for i, d := range drafts {
		decls[i] = without(d.Decl(), func(r reference) bool {
			return d.met[r.ref()] && !slices.ContainsFunc(drafts, r.leads)
		})
	}
	return decls
}

// Remaining are the declarations that are not done, without the relationships to
// those that are.
func Remaining(decls []ral.Decl, done map[string]bool) []ral.Decl {
	var rest []ral.Decl
	for _, d := range decls {
		if !done[d.Ref()] {
			rest = append(rest, without(d, func(r reference) bool { return done[r.ref()] }))
		}
	}
	return rest
}

// WithDependencies is one of several declarations with those that it names, and what these
// name: without them no order can be made. What none of them names is left out.
func WithDependencies(one ral.Decl, all []ral.Decl) []ral.Decl {
	in := map[string]bool{one.Ref(): true}
	for again := true; again; {
		again = false
		for _, d := range all {
			if !in[d.Ref()] {
				continue
			}
			for _, r := range related(d) {
				again = again || !in[r.ref()]
				in[r.ref()] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(d ral.Decl) bool { return !in[d.Ref()] })
}

// related are the resources that a declaration names in its relationships.
func related(d ral.Decl) (list []reference) {
	without(d, func(r reference) bool {
		list = append(list, r)
		return false
	})
	return list
}

// without is a declaration without some of its relationships.
func without(d ral.Decl, drop func(reference) bool) ral.Decl {
	var attrs []ral.Attr
	for _, a := range d.Attrs {
		if !slices.Contains(relationships(), a.Name) {
			attrs = append(attrs, a)
			continue
		}
		items := a.Value.Items()
		kept := slices.DeleteFunc(slices.Clone(items), func(v value.Value) bool {
			r, ok := referenceOf(v)
			return ok && drop(r)
		})
		if len(kept) < len(items) {
			a.Value = value.ListOf(kept...)
		}
		if len(kept) > 0 || len(items) == 0 {
			attrs = append(attrs, a)
		}
	}
	d.Attrs = attrs
	return d
}
