// Package standard has the attributes and rules that many types share: ensure, booleans,
// paths and lists of members.
package standard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Ensure returns an ensure with present and absent, and a default of present
// for a resource that manages anything (semantics.md T30, T31). More values can
// be added.
func Ensure(doc string, more ...ral.Allowed) *ral.Attribute {
	return &ral.Attribute{
		Name: "ensure", Kind: ral.Property, Doc: doc, Text: ral.Text{ChangeFn: ensureText},
		Values:      append(ral.Literals("present", "absent"), more...),
		DefaultFunc: presentWhenManaged,
	}
}

// EnsureOf returns an ensure with other values and no default.
func EnsureOf(doc string, values ...ral.Allowed) *ral.Attribute {
	return &ral.Attribute{Name: "ensure", Kind: ral.Property, Doc: doc, Values: values, Text: ral.Text{ChangeFn: ensureText}}
}

func presentWhenManaged(h ral.Hook) (value.Value, error) {
	if h.R.Managed() {
		return value.Present(), nil
	}
	return value.Value{}, nil
}

// BoolParam returns a parameter that is true or false (semantics.md A32). def
// is "true", "false" or "".
func BoolParam(name, doc, def string) *ral.Attribute {
	a := &ral.Attribute{
		Name: name, Kind: ral.Param, Doc: doc, Example: "true", ConstantDefault: true, Boolean: true,
		Values: ral.Literals("true", "false", "yes", "no"),
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			return mungeBool(v)
		},
	}
	if def != "" {
		a.Default = value.Sym(def)
	}
	return a
}

// BoolProperty returns a property that is true or false. Unlike BoolParam it
// ignores case, and a desired false counts as unset: it can be read, and only
// true can be enforced (semantics.md A32, L5).
func BoolProperty(name, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Doc: doc, Example: "true", Boolean: true,
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			return mungeBool(v)
		},
	}
}

func mungeBool(v value.Value) (value.Value, error) {
	switch strings.ToLower(v.Text()) {
	case "true", "yes":
		return value.Bool(true), nil
	case "false", "no":
		return value.Bool(false), nil
	}
	return value.Value{}, errors.New("expected a boolean value")
}

// Membership returns the parameter that determines whether the declared members
// are all (inclusive) or some (minimum) of the members.
func Membership(name, of string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Param, Example: "inclusive", Default: value.Sym("minimum"),
		Doc:    "Whether the " + of + " given are the complete list (`inclusive`) or only the required members (`minimum`).",
		Values: ral.Literals("inclusive", "minimum"),
	}
}

// AbsolutePath validates a path: it must begin with a slash (semantics.md A33).
func AbsolutePath(h ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return fmt.Errorf("%s must be a fully qualified path", h.A.Name)
	}
	return h.Validate(v)
}

// MembersInSync compares two lists of names as sets: if inclusive, they must be
// equal, otherwise is must contain want.
func MembersInSync(is, want value.Value, inclusive bool) bool {
	has := memberNames(is)
	for _, name := range memberNames(want) {
		if !slices.Contains(has, name) {
			return false
		}
	}
	return !inclusive || len(has) == len(memberNames(want))
}

// Members returns the list to write: the desired names, and the current names unless
// inclusive; sorted, without duplicates (semantics.md A40).
func Members(is, want value.Value, inclusive bool) []string {
	list := memberNames(want)
	if !inclusive {
		list = append(list, memberNames(is)...)
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return list
}

func memberNames(v value.Value) []string {
	if v.IsAbsent() {
		return nil
	}
	var list []string
	for _, el := range v.Reveal().Elements() {
		if text := el.Text(); text != "" && !el.IsAbsent() {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Mentions returns the relation to resources that attributes name without
// requiring them. fits rejects values that do not name a resource of the type.
func Mentions(typ string, fits func(title string) bool, attrs ...string) ral.Relation {
	return ral.Relation{Kind: ral.Mention, Type: typ, Via: attrs, Titles: func(r *ral.Resource) []string {
		var titles []string
		for _, attr := range attrs {
			for _, v := range r.Munged(attr) {
				if title := v.Text(); fits(title) {
					titles = append(titles, title)
				}
			}
		}
		return titles
	}}
}

// IsPath reports whether a title is an absolute path.
func IsPath(title string) bool { return strings.HasPrefix(title, "/") }

func ensureText(_ ral.Hook, is, should value.Value) string {
	switch {
	case is.IsAbsent() || is.IsNil():
		return "created"
	case should.IsAbsent():
		return "removed"
	}
	return fmt.Sprintf("ensure changed %s to %s", is.Literal(), should.Literal())
}
