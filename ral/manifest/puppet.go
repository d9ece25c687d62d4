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
	var r Resource
	r.Take(f, show)
	return r
}

// Take is Of into a Resource that is used again for the next instance.
func (r *Resource) Take(f *ral.Found, show bool) {
	*r = Resource{Type: f.Type.Name, Title: f.Name, Attrs: r.Attrs[:0]}
	if f.Provider != nil {
		r.Provider = f.Provider.Name
	}
	for i, a := range f.Type.Properties() {
		switch is := f.At(i); {
		case is.IsUnknown():
			r.Unknown = append(r.Unknown, Unknown{a.Name, is.Reason()})
		case is.IsNil(), is.IsAbsent() && a.Name != "ensure", is.Empty():
		case is.IsSecret() && !show:
			r.Redacted = append(r.Redacted, a.Name)
		default:
			r.Attrs = append(r.Attrs, ral.Attr{Name: a.Name, Value: is.Reveal()})
		}
	}
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
	var b []byte
	for i := range resources {
		b = resources[i].AppendPuppet(b)
	}
	return string(b)
}

// AppendPuppet appends one declaration to b. It sorts r.Attrs.
func (r *Resource) AppendPuppet(b []byte) []byte {
	attrs := r.Attrs
	if r.Provider != "" {
		attrs = append(attrs, ral.Attr{Name: "provider", Value: value.Sym(r.Provider)})
	}
	slices.SortStableFunc(attrs, byName)
	width := 0
	for _, a := range attrs {
		width = max(width, len(a.Name))
	}
	b = append(append(b, r.Type...), " { "...)
	b = append(value.AppendQuote(b, r.Title), ":\n"...)
	for _, a := range attrs {
		b = append(append(b, "  "...), a.Name...)
		b = append(b, blanks[:min(width-len(a.Name), len(blanks))]...)
		b = append(b, " => "...)
		b = append(a.Value.AppendLiteral(b), ",\n"...)
	}
	for _, name := range r.Redacted {
		b = append(b, "  # "+name+" is a secret and left out\n"...)
	}
	for _, u := range r.Unknown {
		b = append(b, "  # "+u.Name+" is not known: "+oneLine(u.Reason)+"\n"...)
	}
	return append(b, "}\n"...)
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
