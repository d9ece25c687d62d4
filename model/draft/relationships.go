package draft

import (
	"maps"
	"slices"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/value"
)

// relationships returns the metaparameters that order resources (semantics.md
// M1-M12).
func relationships() []string { return []string{"require", "before", "notify", "subscribe"} }

// Params returns the attributes that an editor shows below the properties: the
// type's parameters, then the relationships.
func Params(t *ral.Type) []*ral.Attribute {
	list := t.Params()
	for _, name := range relationships() {
		if a := t.Attr(name); a != nil && a.Kind == ral.Meta {
			list = append(list, a)
		}
	}
	return list
}

// Unmet returns the first reference of a draft to a resource that was not applied
// and is not in others, so that the draft cannot be ordered, or "".
func Unmet(d *Draft, others []*Draft) string {
	for _, ref := range d.refs() {
		if !d.met[ref.ref()] && !slices.ContainsFunc(others, ref.leads) {
			return ref.ref()
		}
	}
	return ""
}

// Names reports whether a draft has a typed relationship to the other draft.
func Names(d, other *Draft) bool {
	return slices.ContainsFunc(d.refs(), func(r reference) bool { return r.leads(other) })
}

type reference struct{ typ, title string }

func (r reference) leads(d *Draft) bool { return d.Type.Name == r.typ && d.Title == r.title }

func (r reference) ref() string { return ral.Decl{Type: r.typ, Title: r.title}.Ref() }

// referenceOf parses a reference; ok is false if v is not a reference.
func referenceOf(v value.Value) (r reference, ok bool) {
	ref, err := ral.ParseRef(v)
	if err != nil {
		return r, false
	}
	r.typ, r.title, _ = ref.Target()
	return r, true
}

// Related is a typed relationship to any resource.
type Related struct {
	By          string // "require"
	Type, Title string
}

// String returns the relationship as written: "require => Package[nginx]".
func (r Related) String() string { return r.By + " => " + r.Ref() }

// Ref returns the reference to the other resource: "Package[nginx]".
func (r Related) Ref() string { return reference{r.Type, r.Title}.ref() }

// After reports whether the other resource comes first.
func (r Related) After() bool { return r.By == "require" || r.By == "subscribe" }

// Leads reports whether a draft is for the other resource.
func (r Related) Leads(d *Draft) bool { return reference{r.Type, r.Title}.leads(d) }

// Related returns the typed relationships that are valid.
func (d *Draft) Related() []Related {
	var list []Related
	for _, name := range relationships() {
		text, _ := d.Text(name)
		for _, v := range notation.ParseRefs(text).Items() {
			if ref, ok := referenceOf(v); ok {
				list = append(list, Related{name, ref.typ, ref.title})
			}
		}
	}
	return list
}

func (d *Draft) refs() []reference {
	related := d.Related()
	list := make([]reference, len(related))
	for i, r := range related {
		list[i] = reference{r.Type, r.Title}
	}
	return list
}

// MarkApplied records that a resource was applied: a typed relationship to it
// no longer orders or blocks a plan.
func (d *Draft) MarkApplied(done ral.Decl) {
	for _, ref := range d.refs() {
		if ref.typ == done.Type && ref.title == done.Title {
			d.met[done.Ref()] = true
			d.changes++
		}
	}
}

// ClearApplied clears the typed texts if they equal the applied declaration, and
// reports whether it did. It keeps a draft that was edited since, and parameters
// that locate the resource, which are then no edit.
func (d *Draft) ClearApplied(done ral.Decl) bool {
	for _, a := range d.Decl().Attrs {
		v, declared := done.Get(a.Name)
		if !slices.Contains(relationships(), a.Name) && (!declared || !v.Reveal().Equal(a.Value.Reveal())) {
			return false
		}
	}
	d.changes++
	for _, a := range d.Type.Params() {
		if text, ok := d.texts[a.Name]; ok && d.Type.Locates(a) && !a.Sensitive {
			d.placed[a.Name] = text
		}
	}
	clear(d.texts)
	clear(d.undone)
	clear(d.missing)
	clear(d.met)
	return true
}

// AppliedDeps returns the references to related resources that were applied.
func (d *Draft) AppliedDeps() []string { return slices.Sorted(maps.Keys(d.met)) }

// Decls returns the declarations of drafts that are planned together.
// Relationships to applied resources are dropped, unless the drafts include the
// resource.
func Decls(drafts []*Draft) []ral.Decl {
	decls := make([]ral.Decl, len(drafts))
	for i, d := range drafts {
		decls[i] = without(d.Decl(), func(r reference) bool {
			return d.met[r.ref()] && !slices.ContainsFunc(drafts, r.leads)
		})
	}
	return decls
}

// Remaining returns the declarations that are not done, without relationships to
// done resources.
func Remaining(decls []ral.Decl, done map[string]bool) []ral.Decl {
	var rest []ral.Decl
	for _, d := range decls {
		if !done[d.Ref()] {
			rest = append(rest, without(d, func(r reference) bool { return done[r.ref()] }))
		}
	}
	return rest
}

// WithDependencies returns a declaration and its direct and indirect
// dependencies, because they are needed to order it.
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

// related returns the resources that a declaration names in its relationships.
func related(d ral.Decl) (list []reference) {
	without(d, func(r reference) bool {
		list = append(list, r)
		return false
	})
	return list
}

// without returns a declaration without the relationships that drop accepts.
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
