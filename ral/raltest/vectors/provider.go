package vectors

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// ProviderDef is a provider in the form of the vectors. Without memory it has only
// the methods that it names.
type ProviderDef struct {
	Name, Doc, Source string
	Parent            *struct{ Name, Type string }
	Confine           []ConfineDef
	Commands          Tools
	OptionalCommands  Tools `json:"optional_commands"`
	DefaultFor        []ClauseDef
	NotDefaultFor     []ClauseDef
	HasFeatures       []string `json:"has_features"`
	Methods           []string
	Memory            *MemoryDef
}

// ConfineDef is one confine.
type ConfineDef struct {
	Kind  string
	Value ConfineValue
}

// ConfineValue is a value, or a block that is evaluated late.
type ConfineValue struct {
	Tagged
	Block *bool
}

// UnmarshalJSON parses either form.
func (c *ConfineValue) UnmarshalJSON(data []byte) error {
	var probe struct{ Block *bool }
	if err := json.Unmarshal(data, &probe); err == nil && probe.Block != nil {
		c.Block = probe.Block
		return nil
	}
	return json.Unmarshal(data, &c.Tagged)
}

// ClauseDef is one clause of defaultfor: facts and their accepted values.
type ClauseDef = Params

// Build returns the provider.
func (d ProviderDef) Build(m *Machine, ty TypeDef) ral.Provider {
	p := ral.Provider{Name: d.Name, Doc: d.Doc, Source: d.Source, Features: d.HasFeatures}
	if d.Parent != nil {
		p.Parent, p.ParentType = d.Parent.Name, d.Parent.Type
	}
	for _, c := range append(slices.Clone(d.Commands), d.OptionalCommands...) {
		p.Commands = append(p.Commands, ral.Command{Binary: inScratch(c.Path), Optional: true})
	}
	for _, c := range d.Confine {
		p.Confines = append(p.Confines, c.build()...)
	}
	// The vectors have the tests of commands after the confines; those that ral adds
	// by itself come first.
	for _, c := range d.Commands {
		p.Confines = append(p.Confines, condition.CommandExists(inScratch(c.Path)))
	}
	for _, c := range d.DefaultFor {
		p.Default = append(p.Default, clause(c))
	}
	for _, c := range d.NotDefaultFor {
		p.NotDefault = append(p.NotDefault, clause(c))
	}
	p.New = func() any {
		ops := ral.Ops{Set: settable}
		if d.Memory != nil {
			ops = d.Memory.ops(m, d.Name, ty)
		}
		ops.Methods = append(ops.Methods, d.methods(ty)...)
		return ops
	}
	return p
}

// methods returns the methods of the provider and of its parents, like the method set
// of a Go type with embedded types.
func (d ProviderDef) methods(ty TypeDef) []string {
	list := slices.Clone(d.Methods)
	for _, p := range ty.Providers {
		if d.Parent != nil && d.Parent.Type == "" && p.Name == d.Parent.Name {
			list = append(list, p.methods(ty)...)
		}
	}
	return list
}

func settable(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

// build returns one confine for each path or feature, because all of them must exist,
// and one confine for any other kind.
func (c ConfineDef) build() []condition.Confine {
	kind := condition.ConfineKind(c.Kind)
	if c.Value.Block != nil {
		holds := *c.Value.Block
		return []condition.Confine{{Kind: kind, Check: func(context.Context, condition.Probe) (string, bool, error) {
			return "", holds, nil
		}}}
	}
	values := c.Value.Elements()
	if c.Value.IsPattern {
		values = []value.Value{value.Str("(?-mix:" + c.Value.Pattern + ")")}
	}
	if len(values) == 0 && c.Value.Kind() == value.Nil {
		values = []value.Value{{}}
	}
	var list []condition.Confine
	switch kind {
	case condition.ConfineExists:
		for _, v := range values {
			list = append(list, condition.FileExists(inScratch(v.Text())))
		}
		return list
	case condition.ConfineFeature:
		for _, v := range values {
			list = append(list, featureConfine(v.Text()))
		}
		return list
	case condition.ConfineTrue, condition.ConfineFalse, condition.ConfineAny:
		own := condition.Confine{Kind: kind}
		for _, v := range values {
			own.Truths = append(own.Truths, v.Truthy())
		}
		return []condition.Confine{own}
	}
	own := condition.FactIs(c.Kind)
	for _, v := range values {
		own.Values = append(own.Values, v.Text())
	}
	return []condition.Confine{own}
}

func featureConfine(name string) condition.Confine {
	return condition.Confine{Kind: condition.ConfineFeature, Subject: name, Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
		there, err := p.Reader.Exists(ctx, path.Join(featureDir, name))
		return "", there, err
	}}
}

func clause(def ClauseDef) condition.Clause {
	c := condition.Clause{}
	for _, p := range def {
		m := condition.Match{Fact: p.Name}
		switch {
		case p.Value.Patterns() != nil:
			m.Pattern = lazyre.Ruby(strings.Join(p.Value.Patterns(), "|"))
		case p.Name == "feature":
			m.Fact, m.Values = "feature."+p.Value.Text(), []string{"true"}
		default:
			for _, v := range p.Value.Elements() {
				m.Values = append(m.Values, v.Text())
			}
		}
		c = append(c, m)
	}
	return c
}

// dig returns a part of a structured fact by its dotted name.
func dig(v value.Value, name string) value.Value {
	if name == "" {
		return v
	}
	first, rest, _ := strings.Cut(name, ".")
	if inner, ok := v.Lookup(first); ok {
		return dig(inner, rest)
	}
	if i, err := strconv.Atoi(first); err == nil && i >= 0 && i < len(v.Items()) {
		return dig(v.Items()[i], rest)
	}
	return value.Value{}
}
