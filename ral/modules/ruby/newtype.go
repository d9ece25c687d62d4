package ruby

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
)

// typeProvider is the name of the provider of a type that reads and sets its properties.
const typeProvider = "type"

// Type returns the type and its providers for a registry.
func (b *Bridge) Type(d *Description, origin ral.Origin) (ral.Type, []ral.Provider) {
	m := &member{b, d}
	t := ral.Type{
		Name: d.Name, Doc: d.Doc, Summary: summary(d.Doc), Origin: origin, SelfRefresh: d.Refreshes, NotIsomorphic: !d.Isomorphic,
		EnsureOptional: !d.NeedEnsure, Features: features(d.Features), Relations: m.relations(),
	}
	for _, a := range d.Attributes {
		t.Attributes = append(t.Attributes, m.attribute(a))
	}
	t.Features = append(t.Features, undeclared(d)...)
	if d.Splits {
		t.Hooks = m
	}
	if d.API || slices.Contains(d.Has, "validate") {
		t.Validate = m.validate
	}
	var providers []ral.Provider
	for _, p := range m.providers() {
		providers = append(providers, m.provider(p))
	}
	if !slices.ContainsFunc(m.providers(), func(p providerDescription) bool { return p.Instances }) {
		t.NotListable = "by name"
	}
	m.hooks(&t)
	t.Columns = m.columns()
	return t, providers
}

// member is a type of the bridge, with the data that its functions need.
type member struct {
	b *Bridge
	d *Description
}

// providers returns the providers of the type: the type if it has no providers, and has
// properties or code to refresh, without which an anchor does not pass events on.
func (m *member) providers() []providerDescription {
	acts := slices.Contains(m.d.Has, "refresh") || slices.ContainsFunc(m.d.Attributes, func(a attribute) bool { return a.Kind == "property" })
	if len(m.d.Providers) > 0 || !acts {
		return m.d.Providers
	}
	return []providerDescription{{
		Name: typeProvider, Doc: "The type, which reads and sets its properties.", Instances: slices.Contains(m.d.Has, "instances"),
		Flush: slices.Contains(m.d.Has, "flush"), Refresh: slices.Contains(m.d.Has, "refresh"), File: m.d.File,
	}}
}

// undeclared returns the features that attributes need and the type does not declare:
// Puppet takes that as a feature that no provider has.
func undeclared(d *Description) []ral.Feature {
	var list []ral.Feature
	known := func(name string) bool {
		return slices.ContainsFunc(d.Features, func(f feature) bool { return f.Name == name }) || slices.ContainsFunc(list, func(f ral.Feature) bool { return f.Name == name })
	}
	for _, a := range d.Attributes {
		needs := slices.Clone(a.Features)
		for _, v := range a.Values {
			needs = append(needs, v.Features...)
		}
		for _, name := range needs {
			if !known(name) {
				list = append(list, ral.Feature{Name: name})
			}
		}
	}
	return list
}

func features(list []feature) []ral.Feature {
	var out []ral.Feature
	for _, f := range list {
		out = append(out, ral.Feature{Name: f.Name, Doc: f.Doc})
	}
	return out
}

// summary returns the first sentence of a text.
func summary(doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	line = strings.TrimPrefix(strings.Join(strings.Fields(line), " "), "@summary ")
	if i := strings.Index(line, ". "); i >= 0 {
		line = line[:i]
	}
	return strings.TrimSuffix(line, ".")
}

// columns are the first two properties but ensure.
func (m *member) columns() [2]string {
	var two [2]string
	n := 0
	for _, a := range m.d.Attributes {
		if a.Kind == "property" && a.Name != "ensure" && !a.Secret && n < len(two) {
			two[n] = a.Name
			n++
		}
	}
	return two
}

func (m *member) attribute(a attribute) *ral.Attribute {
	values := allowedValues(a)
	out := &ral.Attribute{Name: a.Name}
	if a.Name == "ensure" && a.Kind == "property" {
		out = standard.EnsureOf("")
	}
	out.Doc, out.Kind, out.Namevar, out.Required, out.Features = a.Doc, ral.Property, a.Namevar, a.Required, a.Features
	out.Values, out.MatchAll, out.IsList, out.Sensitive, out.ReadOnly, out.Whole = values, a.All && !a.Whole, a.All, a.Secret, a.ReadOnly, a.Whole
	out.Transient = a.Runs
	if a.Kind == "parameter" && !a.ReadOnly {
		out.Kind = ral.Param
	}
	if a.DataType != "" {
		if !strings.Contains(a.Doc, a.DataType) { // the Resource API ends most texts with it
			out.Doc = strings.TrimSpace(out.Doc + "\n\nIts data type is `" + a.DataType + "`.")
		}
		out.IsList = strings.Contains(a.DataType, "Array[") || strings.Contains(a.DataType, "Tuple[")
		out.IsMap = strings.Contains(a.DataType, "Hash") || strings.Contains(a.DataType, "Struct[")
	}
	m.defaults(a, out)
	m.values(a, out)
	return out
}

// allowedValues returns the literals and patterns. The worker matches patterns that
// package regexp does not support.
func allowedValues(a attribute) []ral.Allowed {
	var list []ral.Allowed
	for _, v := range a.Values {
		list = append(list, ral.Allowed{Name: v.Name, Aliases: v.Aliases, Features: v.Features, Event: v.Event, InvalidateRefreshes: v.Drops})
	}
	for _, p := range a.Patterns {
		re := expression(p.Source, p.Options)
		if re == nil {
			re = lazyre.Opaque(p.Source)
		}
		list = append(list, ral.Allowed{Pattern: re, Event: p.Event})
	}
	return list
}

// The options of a Regexp in Ruby.
const (
	ignoreCase = 1
	extended   = 2
	multiline  = 4
)

// expression returns a pattern of Ruby, nil if package regexp cannot match it.
func expression(source string, options int) *lazyre.Regexp {
	if options&extended != 0 {
		return nil
	}
	flags := ""
	if options&ignoreCase != 0 {
		flags += "i"
	}
	if options&multiline != 0 {
		flags += "s"
	}
	if flags != "" {
		source = "(?" + flags + ")" + source
	}
	re := lazyre.Ruby(source)
	if re.Compile() != nil {
		return nil
	}
	return re
}
