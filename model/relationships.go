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

// Unmet names the reference of a draft that leads to none of the others, "" if
// there is none: without it no order can be made.
func Unmet(d *Draft, others []*Draft) string {
	for _, ref := range d.refs() {
		if !slices.ContainsFunc(others, func(o *Draft) bool { return ref.leads(o) }) {
			return ral.Capitalise(ref.typ) + "[" + ref.title + "]"
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

// refs are the references in what was typed, but for those that are invalid.
func (d *Draft) refs() []reference {
	var list []reference
	for _, name := range relationships() {
		text, _ := d.Text(name)
		for _, v := range parseRefs(text).Items() {
			if ref, err := ral.ParseRef(v); err == nil {
				typ, title, _ := ref.Target()
				list = append(list, reference{typ, title})
			}
		}
	}
	return list
}
