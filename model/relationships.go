package model

import (
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
