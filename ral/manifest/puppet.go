package manifest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Resource is what is written about one resource.
type Resource struct {
	Type     string
	Title    string
	Provider string
	Attrs    []ral.Attr
	Redacted []string  // attributes left out because they are secret
	Unknown  []Unknown // attributes left out because they could not be read
	NotShown []Unknown // attributes left out because only a placeholder for them is known, such as a checksum
	ReadOnly []string  // those of Attrs that can only be read: in code they are comments
	NotTaken []Unknown // attributes left out because the type does not take what they are, and why
	LeftOut  string    // why all of it is left out, "" when it is not
	From     string    // where it was read

	of    *ral.Type
	order []int         // the properties of of, as they are printed
	taken []value.Value // of each property of of the last value that can be declared: many instances are alike
}

// Unknown is an attribute that could not be read, and why.
type Unknown struct{ Name, Reason string }

// FromInstance prunes what was found to what is worth writing (semantics.md Z10): no
// value that is absent but ensure's, nothing empty. Secrets are left out and
// named, unless show is set.
func FromInstance(inst *ral.Instance, show bool) Resource {
	var r Resource
	r.Take(inst, show)
	return r
}

// Take is FromInstance into a Resource that is used again for the next instance.
func (r *Resource) Take(inst *ral.Instance, show bool) {
	if r.of != inst.Type {
		r.of, r.order, r.taken = inst.Type, printOrder(inst.Type), make([]value.Value, len(inst.Type.Properties()))
	}
	*r = Resource{
		Type: inst.Type.Name, Title: inst.Name, Attrs: r.Attrs[:0], of: r.of, order: r.order, taken: r.taken,
		LeftOut: inst.OmitReason(), From: inst.From,
	}
	if inst.Provider != nil {
		r.Provider = inst.Provider.Name
	}
	for _, i := range r.order {
		a := inst.Type.Properties()[i]
		switch is := inst.At(i); {
		case is.IsUnknown():
			r.Unknown = append(r.Unknown, Unknown{a.Name, is.Reason()})
		case is.IsNil(), is.Raw() == "absent" && a.Name != "ensure", is.Empty():
		case is.IsSecret() && !show:
			r.Redacted = append(r.Redacted, a.Name)
		default:
			if instead := a.PlaceholderFor(is); !instead.IsNil() {
				r.NotShown = append(r.NotShown, Unknown{a.Name, instead.Text()})
				continue
			}
			if !a.ReadOnly && (a.Derived != nil || !is.Same(r.taken[i])) {
				if why := inst.RejectReason(a, is); why != "" {
					r.NotTaken = append(r.NotTaken, Unknown{a.Name, notTaken(is, why)})
					continue
				}
				r.taken[i] = is
			}
			r.Attrs = append(r.Attrs, ral.Attr{Name: a.Name, Value: is.Reveal()})
			if a.ReadOnly {
				r.ReadOnly = append(r.ReadOnly, a.Name)
			}
		}
	}
}

// notTaken is a value and why it is not taken, of a secret neither.
func notTaken(is value.Value, why string) string {
	if is.IsSecret() {
		return "a secret that cannot be declared"
	}
	return strings.ToValidUTF8(is.Literal(), "\ufffd") + " and cannot be declared: " + why
}

// Titled gives the resource another title than its name: two providers may know
// one name, and a title is unique in a file.
func (r *Resource) Titled(title string) {
	r.Attrs = append(r.Attrs, ral.Attr{Name: "name", Value: value.Str(r.Title)})
	Sort(r.Attrs)
	r.Title = title
}

// printOrder is the properties with ensure first and the rest sorted.
func printOrder(t *ral.Type) []int {
	props := t.Properties()
	order := make([]int, len(props))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareNames(props[i].Name, props[j].Name) })
	return order
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
// ensure first, the rest sorted, arrows aligned. What was left out is in a
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
	if r.LeftOut != "" {
		return append(append(b, r.leftOut()...), '\n')
	}
	attrs := r.Attrs
	if !slices.IsSortedFunc(attrs, byName) {
		Sort(attrs)
	}
	if r.Provider != "" {
		at, _ := slices.BinarySearchFunc(attrs, "provider", func(a ral.Attr, name string) int { return compareNames(a.Name, name) })
		attrs = slices.Insert(attrs, at, ral.Attr{Name: "provider", Value: value.Sym(r.Provider)})
	}
	width := 0
	for _, a := range attrs {
		width = max(width, len(a.Name))
	}
	b = append(append(b, r.Type...), " { "...)
	b = append(value.AppendQuote(b, r.Title), ":\n"...)
	for _, a := range attrs {
		if slices.Contains(r.ReadOnly, a.Name) {
			b = append(b, "  # "+a.Name+" is "+oneLine(a.Value.Literal())+" and can only be read\n"...)
			continue
		}
		b = append(append(b, "  "...), a.Name...)
		b = append(b, blanks[:min(width-len(a.Name), len(blanks))]...)
		b = append(b, " => "...)
		b = append(appendCode(b, a.Value), ",\n"...)
	}
	for _, name := range r.Redacted {
		b = append(b, "  # "+name+" is a secret and left out\n"...)
	}
	for _, u := range r.NotShown {
		b = append(b, "  # "+u.Name+" is not shown, its checksum is "+oneLine(u.Reason)+"\n"...)
	}
	for _, u := range r.NotTaken {
		b = append(b, "  # "+u.Name+" is "+oneLine(u.Reason)+"\n"...)
	}
	for _, u := range r.Unknown {
		b = append(b, "  # "+u.Name+" is not known: "+oneLine(u.Reason)+"\n"...)
	}
	return append(b, "}\n"...)
}

// leftOut is the comment in place of a resource.
func (r *Resource) leftOut() string {
	from := ""
	if r.From != "" {
		from = " of " + r.From
	}
	return strings.ToValidUTF8(oneLine("# "+r.Type+" "+value.Quote(r.Title)+from+" is left out: "+r.LeftOut), "\ufffd")
}

const blanks = "                                        "

// Sort puts attributes in the order in which they are written: ensure first,
// the rest by name.
func Sort(attrs []ral.Attr) { slices.SortStableFunc(attrs, byName) }

func byName(a, b ral.Attr) int { return compareNames(a.Name, b.Name) }

// compareNames puts ensure first and sorts the rest.
func compareNames(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == "ensure":
		return -1
	case b == "ensure":
		return 1
	}
	return strings.Compare(a, b)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// appendCode appends a value in Puppet's syntax, laid out as puppet resource
// does (semantics.md A45), so that it reads back as the same value: where six
// decimals would lose some of a number, it keeps its digits.
func appendCode(b []byte, v value.Value) []byte {
	if v.IsNil() {
		return append(b, "undef"...)
	}
	f, ok := v.Float()
	switch {
	case !ok:
		return v.AppendLiteral(b)
	case math.IsInf(f, 0) || math.IsNaN(f):
		return value.AppendQuote(b, v.Text())
	}
	text := strconv.FormatFloat(f, 'f', 6, 64)
	if back, err := strconv.ParseFloat(text, 64); err != nil || back != f {
		text = v.Text()
	}
	return append(b, text...)
}
