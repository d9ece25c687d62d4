package model

import (
	"regexp"
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// relationships are the metaparameters by which a person makes order
// (semantics.md M1-M12).
func relationships() []string { return []string{"require", "before", "notify", "subscribe"} }

// Params are what an editor shows below the properties: the type's parameters,
// then the metaparameters that relate the resource to others.
func Params(t *ral.Type) []*ral.Attribute {
	list := t.Params()
	for _, name := range relationships() {
		if a := t.Attr(name); a != nil && a.Kind == ral.Meta {
			list = append(list, a)
		}
	}
	return list
}

// parseRefs takes references apart: "Package[nginx], File[/a,b]". A comma inside
// of brackets belongs to a title, and a title may stand in quotes. What is no
// reference is kept as text, for the type to say so.
func parseRefs(text string) value.Value {
	tag := regexp.MustCompile(`[^,\s\[\]]+\[[^\]]*\]|[^,\s\[\]]+`)
	quotes := regexp.MustCompile(`\[\s*['"](.*)['"]\s*\]$`)
	var items []value.Value
	for _, ref := range tag.FindAllString(text, -1) {
		items = append(items, value.Str(quotes.ReplaceAllString(ref, "[$1]")))
	}
	return value.ListOf(items...)
}

// Unmet names the reference of a draft that leads to none of the others, and to
// nothing that was applied; "" if there is none: without it no order can be made.
func Unmet(d *Draft, others []*Draft) string {
	for _, ref := range d.refs() {
		if !d.met[ref.ref()] && !slices.ContainsFunc(others, ref.leads) {
			return ref.ref()
		}
	}
	return ""
}

// Names reports whether a draft relates to another one by a relationship that
// was typed.
func Names(d, other *Draft) bool {
	return slices.ContainsFunc(d.refs(), func(r reference) bool { return r.leads(other) })
}

type reference struct{ typ, title string }

func (r reference) leads(d *Draft) bool { return d.Type.Name == r.typ && d.Title == r.title }

// ref is the reference as it is written: "User[deploy]".
func (r reference) ref() string { return ral.Decl{Type: r.typ, Title: r.title}.Ref() }

// referenceOf takes a reference apart; ok is false of what is none.
func referenceOf(v value.Value) (r reference, ok bool) {
	ref, err := ral.ParseRef(v)
	if err != nil {
		return r, false
	}
	r.typ, r.title, _ = ref.Target()
	return r, true
}

// Related is a relationship that was typed, to whatever resource.
type Related struct {
	By          string // "require"
	Type, Title string
}

// String is the relationship as it is written: "require => Package[nginx]".
func (r Related) String() string { return r.By + " => " + r.Ref() }

// Ref names the other resource: "Package[nginx]".
func (r Related) Ref() string { return reference{r.Type, r.Title}.ref() }

// After reports whether the other resource comes first.
func (r Related) After() bool { return r.By == "require" || r.By == "subscribe" }

// Leads reports whether a draft is about the other resource.
func (r Related) Leads(d *Draft) bool { return reference{r.Type, r.Title}.leads(d) }

// Related are the relationships that were typed, but for those that are invalid.
func (d *Draft) Related() []Related {
	var list []Related
	for _, name := range relationships() {
		text, _ := d.Text(name)
		for _, v := range parseRefs(text).Items() {
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
