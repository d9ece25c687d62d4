package manifest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Resource is a resource to be written as code.
type Resource struct {
	Type     string
	Title    string
	Provider string
	Attrs    []ral.Attr
	Redacted []Unknown // attributes omitted because they are secret, with the kinds of the secrets
	Unknown  []Unknown // attributes omitted because they could not be read
	NotShown []Unknown // attributes with only a placeholder, such as a checksum
	NotTaken []Unknown // attributes omitted because the type rejects their values, with reasons
	Secrets  []string  // attributes with secrets that are not stored: an apply rejects the code until you replace them
	LeftOut  string    // why the whole resource is omitted, or ""
	From     string    // where it was read

	of    *ral.Type
	order []int         // properties of of in print order
	taken []value.Value // per property of of: the last accepted value, because many instances are alike
	made  *ral.Resource // the instance as a resource
}

// Unknown is an attribute that could not be read, with the reason.
type Unknown struct{ Name, Reason string }

// redacted returns the comment for an omitted secret. It may contain the kind of secret.
func (u Unknown) redacted() string {
	text := u.Name + " is a secret and is omitted"
	if u.Reason != "" {
		text += ": " + u.Reason
	}
	return text
}

// FromInstance converts an instance with the attributes that locate it. It omits absent
// values except ensure, empty values, and read-only properties (semantics.md Z10).
// Secrets are omitted and named, unless show is set.
func FromInstance(inst *ral.Instance, show bool) Resource {
	var r Resource
	r.Take(inst, show)
	return r
}

// Take is FromInstance into a Resource that is reused for many instances.
func (r *Resource) Take(inst *ral.Instance, show bool) {
	if r.of != inst.Type {
		r.of, r.order, r.taken = inst.Type, printOrder(inst.Type), make([]value.Value, len(inst.Type.Properties()))
		r.made = new(ral.Resource)
	}
	made := inst.AsResourceIn(r.made)
	*r = Resource{
		Type: inst.Type.Name, Title: inst.Name, Attrs: r.Attrs[:0], of: r.of, order: r.order, taken: r.taken, made: made,
		LeftOut: made.OmitReason(), From: inst.From,
	}
	if inst.Provider != nil {
		r.Provider = inst.Provider.Name
	}
	for _, i := range r.order {
		a := inst.Type.Properties()[i]
		switch is := inst.At(i); {
		case a.ReadOnly:
		case is.IsUnknown():
			r.Unknown = append(r.Unknown, Unknown{a.Name, is.Reason()})
		case is.IsNil(), is.Raw() == "absent" && a.Name != "ensure", is.Empty():
		case is.IsSecret() && !show:
			r.Redacted = append(r.Redacted, Unknown{a.Name, a.KindOfSecret(is)})
		default:
			if a.Undeclarer() != nil || !is.Same(r.taken[i]) {
				instead, why := made.Undeclarable(a, is)
				if !instead.IsNil() {
					r.NotShown = append(r.NotShown, Unknown{a.Name, instead.Text()})
					continue
				}
				switch {
				case why != "" && a.Name != "ensure" && !inst.Present():
					continue // ensure describes an absent resource completely
				case is.IsAbsent() && why != "":
					r.NotTaken = append(r.NotTaken, Unknown{a.Name, fmt.Sprintf("%s: the %s does not exist on this host", is.Literal(), inst.Type.Name)})
					continue
				case why != "":
					r.NotTaken = append(r.NotTaken, Unknown{a.Name, notTaken(is, why)})
					continue
				}
				r.taken[i] = is
			}
			r.Attrs = append(r.Attrs, ral.Attr{Name: a.Name, Value: is.Reveal()})
		}
	}
	if len(inst.Keys) > 0 {
		r.Attrs = append(r.Attrs, inst.Keys...)
		Sort(r.Attrs)
	}
}

// notTaken formats a value with the reason of its rejection, without showing a
// secret.
func notTaken(is value.Value, why string) string {
	if is.IsSecret() {
		return "a secret, which a manifest cannot declare"
	}
	return strings.ToValidUTF8(is.Literal(), "\ufffd") + ": " + why
}

// Titled gives the resource a title other than its name, because two providers
// may know the same name but a title is unique in a file.
func (r *Resource) Titled(title string) {
	r.Attrs = append(r.Attrs, ral.Attr{Name: "name", Value: value.Str(r.Title)})
	Sort(r.Attrs)
	r.Title = title
}

// printOrder returns the indexes of the properties with ensure first and the
// rest sorted.
func printOrder(t *ral.Type) []int {
	props := t.Properties()
	order := make([]int, len(props))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareNames(props[i].Name, props[j].Name) })
	return order
}

// Declared returns a declaration without its secrets, which are named.
func Declared(d ral.Decl, t *ral.Type) Resource {
	r := Resource{Type: d.Type, Title: d.Title, Provider: d.Provider}
	for _, a := range d.Attrs {
		if attr := t.Attr(a.Name); a.Value.IsSecret() || attr != nil && attr.Hides(a.Value) {
			r.Redacted = append(r.Redacted, Unknown{a.Name, attr.KindOfSecret(a.Value)})
			continue
		}
		r.Attrs = append(r.Attrs, a)
	}
	return r
}

// Puppet writes declarations like puppet resource (semantics.md Z11): ensure
// first, the rest sorted, arrows aligned. Omitted attributes are comments.
func Puppet(resources ...Resource) string {
	var b []byte
	for i := range resources {
		b = resources[i].AppendPuppet(b)
	}
	return string(b)
}

// AppendPuppet appends a declaration to b. It sorts r.Attrs.
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
	for _, name := range r.Secrets {
		width = max(width, len(name))
	}
	b = append(append(b, r.Type...), " { "...)
	b = append(value.AppendQuote(b, r.Title), ":\n"...)
	for _, a := range attrs {
		b = append(append(b, "  "...), a.Name...)
		b = append(b, blanks[:min(width-len(a.Name), len(blanks))]...)
		b = append(b, " => "...)
		b = append(appendCode(b, a.Value), ",\n"...)
	}
	for _, name := range r.Secrets {
		b = append(append(b, "  "...), name...)
		b = append(b, blanks[:min(width-len(name), len(blanks))]...)
		b = append(append(b, " => "...), r.missing(name)...)
	}
	for _, secret := range r.Redacted {
		b = append(b, "  # "+secret.redacted()+"\n"...)
	}
	for _, u := range r.NotShown {
		b = append(b, "  # "+u.Name+" is not shown; its checksum is "+oneLine(u.Reason)+"\n"...)
	}
	for _, u := range r.NotTaken {
		b = append(b, "  # "+u.Name+" is "+oneLine(u.Reason)+"\n"...)
	}
	for _, u := range r.Unknown {
		b = append(b, "  # "+u.Name+" is unknown: "+oneLine(u.Reason)+"\n"...)
	}
	return append(b, "}\n"...)
}

// missing returns the value of an attribute whose secret is not stored: a call of fail,
// which ends a compilation by Puppet and makes an apply reject the code.
func (r *Resource) missing(name string) string {
	ref := strings.ToValidUTF8(oneLine(ral.Decl{Type: r.Type, Title: r.Title}.Ref()), "\ufffd")
	return "fail(" + value.Quote(name+" of "+ref+" is a secret, which ralsh does not store: write it here") + "),\n"
}

// MaskSecrets writes value.Redacted for secrets that are not stored, which an apply
// rejects. It is for YAML and JSON.
func (r *Resource) MaskSecrets() {
	for _, name := range r.Secrets {
		r.Attrs = append(r.Attrs, ral.Attr{Name: name, Value: value.Str(value.Redacted)})
	}
	r.Secrets = nil
}

// leftOut returns the comment instead of an omitted resource.
func (r *Resource) leftOut() string {
	from := ""
	if r.From != "" {
		from = " of " + r.From
	}
	return strings.ToValidUTF8(oneLine("# "+r.Type+" "+value.Quote(r.Title)+from+" is omitted: "+r.LeftOut), "\ufffd")
}

const blanks = "                                        "

// Sort sorts attributes for printing: ensure first, the rest by name.
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

// appendCode appends a value in Puppet's syntax, in the layout of puppet
// resource (semantics.md A45). It reads back as the same value: a number that
// six decimals would change keeps its digits.
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
