// Package manifest writes resources in the forms that people paste: Puppet
// declarations, YAML, JSON.
package manifest

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Resource is what is written about one resource.
type Resource struct {
	Type     string
	Title    string
	Provider string
	Attrs    []ral.Attr // in the order of the type
	Redacted []string   // attributes left out because they are secret
	Unknown  []Unknown  // attributes left out because they could not be read
}

// Unknown is an attribute that could not be read, and why.
type Unknown struct{ Name, Reason string }

// Of prunes what was found to what is worth writing (semantics.md Z10): no
// value that is absent but ensure's, nothing empty. Secrets are left out and
// named, unless show is set.
func Of(f *ral.Found, show bool) Resource {
	r := Resource{Type: f.Type.Name, Title: f.Name, Attrs: make([]ral.Attr, 0, 8)}
	if f.Provider != nil {
		r.Provider = f.Provider.Name
	}
	for _, a := range f.Type.Properties() {
		is := f.Get(a.Name)
		switch {
		case is.IsUnknown():
			r.Unknown = append(r.Unknown, Unknown{a.Name, is.Reason()})
		case is.IsAbsent() && a.Name != "ensure", is.Reveal().Text() == "":
		case len(is.Items()) == 0 && is.Kind() == value.List:
		case is.IsSecret() && !show:
			r.Redacted = append(r.Redacted, a.Name)
		default:
			r.Attrs = append(r.Attrs, ral.Attr{Name: a.Name, Value: is.Reveal()})
		}
	}
	return r
}

// Declared is what a declaration says, secrets left out and named.
func Declared(d ral.Decl, t *ral.Type) Resource {
	r := Resource{Type: d.Type, Title: d.Title, Provider: d.Provider}
	for _, a := range d.Attrs {
		if attr := t.Attr(a.Name); attr != nil && attr.Sensitive || a.Value.IsSecret() {
			r.Redacted = append(r.Redacted, a.Name)
			continue
		}
		r.Attrs = append(r.Attrs, a)
	}
	return r
}

// Puppet writes declarations as puppet resource does (semantics.md Z11):
// ensure first, the rest sorted, arrows aligned. What was left out stands in a
// comment.
func Puppet(resources ...Resource) string {
	var b strings.Builder
	for _, r := range resources {
		r.puppet(&b)
	}
	return b.String()
}

func (r Resource) puppet(b *strings.Builder) {
	attrs := make([]ral.Attr, 0, 16)
	attrs = append(attrs, r.Attrs...)
	if r.Provider != "" {
		attrs = append(attrs, ral.Attr{Name: "provider", Value: value.Sym(r.Provider)})
	}
	slices.SortStableFunc(attrs, byName)
	width := 0
	for _, a := range attrs {
		width = max(width, len(a.Name))
	}
	b.WriteString(r.Type + " { " + value.Quote(r.Title) + ":\n")
	for _, a := range attrs {
		b.WriteString("  ")
		b.WriteString(a.Name)
		b.WriteString(blanks[:min(width-len(a.Name), len(blanks))])
		b.WriteString(" => ")
		b.WriteString(a.Value.Literal())
		b.WriteString(",\n")
	}
	for _, name := range r.Redacted {
		b.WriteString("  # " + name + " is a secret and left out\n")
	}
	for _, u := range r.Unknown {
		b.WriteString("  # " + u.Name + " is not known: " + oneLine(u.Reason) + "\n")
	}
	b.WriteString("}\n")
}

const blanks = "                                        "

// byName puts ensure first and sorts the rest.
func byName(a, b ral.Attr) int {
	switch {
	case a.Name == b.Name:
		return 0
	case a.Name == "ensure":
		return -1
	case b.Name == "ensure":
		return 1
	}
	return strings.Compare(a.Name, b.Name)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
