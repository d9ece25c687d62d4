package ruby

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/confined"
	"ralsh/ral/lazyre"
)

// provider returns a provider for the registry.
func (m *member) provider(p providerDescription) ral.Provider {
	out := ral.Provider{
		Name: p.Name, Type: m.d.Name, Doc: p.Doc, Source: p.Source, Features: m.declaredFeatures(p), Rank: ral.Rank{Ancestors: p.Depth},
		Origin: m.b.origin(p.File), Writes: ral.Writes{FromDeclared: true},
		Default: clauses(p.Defaults), NotDefault: clauses(p.NotDefaults),
		New: func() any { return newBehaviour(m, p).ops() },
	}
	if len(p.Parent) == 2 && p.Parent[0] == m.d.Name && m.has(p.Parent[1]) {
		out.Parent = p.Parent[1]
	}
	for i, c := range p.Confines {
		out.Confines = append(out.Confines, m.confines(p, i, c)...)
	}
	out.Confines = append(out.Confines, m.b.confinable())
	if m.d.Remote || p.Remote {
		out.Confines = append(out.Confines, condition.Confine{
			Kind: condition.ConfineTest, Title: "it manages this host", Want: "a type for the local host", Hint: "the type manages a device over the network",
			Check: func(context.Context, condition.Probe) (string, bool, error) {
				return "a device on the network", false, nil
			},
		})
	}
	return out
}

func (m *member) has(provider string) bool {
	return slices.ContainsFunc(m.d.Providers, func(p providerDescription) bool { return p.Name == provider })
}

// declaredFeatures returns the features of a provider that its type has.
func (m *member) declaredFeatures(p providerDescription) []string {
	var list []string
	for _, f := range m.d.Features {
		if slices.Contains(p.Features, f.Name) {
			list = append(list, f.Name)
		}
	}
	return list
}

// clauses converts the conditions under which a provider is the default.
func clauses(list [][]clauseMatch) []condition.Clause {
	var out []condition.Clause
	for _, matches := range list {
		var clause condition.Clause
		for _, m := range matches {
			match := condition.Match{Fact: strings.ToLower(m.Fact)}
			if m.Feature != "" {
				match = condition.Match{Feature: m.Feature, Holds: m.Holds}
			}
			for _, v := range m.Values {
				if text, ok := v.(string); ok {
					match.Values = append(match.Values, text)
				} else if re, ok := v.(map[string]any); ok {
					match.Pattern = factPattern(re)
				}
			}
			clause = append(clause, match)
		}
		out = append(out, clause)
	}
	return out
}

func factPattern(re map[string]any) *lazyre.Regexp {
	source, _ := re["source"].(string)
	options, _ := re["options"].(float64)
	if p := expression(source, int(options)); p != nil {
		return p
	}
	return lazyre.Opaque(source)
}

// confines returns the tests of a confine. Code of package ral runs the tests that need
// no Ruby.
func (m *member) confines(p providerDescription, index int, c confine) []condition.Confine {
	var list []condition.Confine
	switch {
	case c.Kind == "exists" && c.Binary:
		for _, v := range c.Values {
			list = append(list, condition.CommandExists(v))
		}
	case c.Kind == "exists":
		for _, v := range c.Values {
			list = append(list, condition.FileExists(v))
		}
	case c.Kind == "variable" && !c.Setting:
		list = append(list, condition.FactIs(c.Name, c.Values...))
	default:
		list = append(list, m.asked(p, index, c))
	}
	return list
}

// askedKind returns the kind of a confine that the worker tests. A test covers all
// values of the confine.
func askedKind(c confine) condition.ConfineKind {
	switch c.Kind {
	case "feature":
		return condition.ConfineFeature
	case "variable":
		return condition.ConfineSetting
	}
	return condition.ConfineTest
}

// asked returns a confine that the worker tests.
func (m *member) asked(p providerDescription, index int, c confine) condition.Confine {
	title, want, hint := confineWords(c)
	return condition.Confine{
		Kind: askedKind(c), Subject: subject(c), Values: c.Values, Title: title, Want: want, Hint: hint,
		Check: func(ctx context.Context, probe condition.Probe) (string, bool, error) {
			v, err := m.b.verdict(ctx, m.d.Name, p.Name, index)
			if err == nil && !v.Pass && confined.ShowsActs(probe.Reader) {
				v, err = m.b.plannedVerdict(ctx, probe.Reader, m.d.Name, p.Name, index)
			}
			return strings.Join(v.Got, ", "), v.Pass, err
		},
	}
}

func subject(c confine) string {
	if c.Kind == "feature" {
		return strings.Join(c.Values, ", ")
	}
	return c.Name
}

// confineWords returns the title, the expected state, and a hint.
func confineWords(c confine) (title, want, hint string) {
	switch c.Kind {
	case "feature":
		name := strings.Join(c.Values, ", ")
		return "feature " + name + " is available", "the feature " + name, "install the library that provides " + name
	case "variable":
		values := strings.Join(c.Values, " or ")
		return "the setting " + c.Name + " of Puppet is " + values, values, ""
	case "true":
		return "all required values are true", "all values to be true", ""
	case "false":
		return "all excluding values are false", "no value to be true", ""
	}
	return "at least one required value is true", "at least one value to be true", ""
}
