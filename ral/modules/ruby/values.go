package ruby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// defaults sets the default of an attribute.
func (m *member) defaults(a attribute, out *ral.Attribute) {
	switch {
	case a.Default == nil:
	case a.Default.Managed:
		out.DefaultFunc = func(h ral.Hook) (value.Value, error) {
			if h.R.Managed() {
				return value.Present(), nil
			}
			return value.Value{}, nil
		}
	case a.Default.Block:
		out.DefaultFunc = func(h ral.Hook) (value.Value, error) {
			built, err := m.build(contextOf(h), h.R)
			if err != nil {
				return value.Value{}, err
			}
			return built.Defaults[a.Name].Value, nil
		}
	case a.Default.Value.Truthy():
		out.Default, out.ConstantDefault = a.Default.Value.Value, !a.Validates && !a.Munges
	}
}

// values sets the functions of an attribute that the worker runs. The validation that
// Puppet has for every attribute runs in Go.
func (m *member) values(a attribute, out *ral.Attribute) {
	opaque := slices.ContainsFunc(a.Patterns, func(p pattern) bool { return expression(p.Source, p.Options) == nil })
	if a.Validates || a.Whole || opaque {
		out.ValidateFn = func(h ral.Hook, v value.Value) error {
			out, err := m.check(h, "value", v)
			return cmp.Or(err, out.err())
		}
	}
	if a.Munges || opaque {
		out.MungeFn = func(h ral.Hook, v value.Value) (value.Value, error) {
			out, err := m.check(h, "value", v)
			if out.Late != nil {
				out.Invalid, out.At, out.Broken = out.Late.Invalid, out.Late.At, out.Late.Broken
			}
			return out.Value.Value, cmp.Or(err, out.err())
		}
	}
	if a.Unmunges && a.DataType == "" {
		out.Hooks = ral.UnmungeFunc(func(h ral.Hook, v value.Value) value.Value {
			if out, err := m.check(h, "unmunge", v); err == nil {
				return out.Value.Value
			}
			return v
		})
	}
	if a.Words {
		out.IsText = func(h ral.Hook, is value.Value) string { return m.words(h, "is", is, value.Value{}) }
		out.ShouldText = func(h ral.Hook, should value.Value) string { return m.words(h, "should", value.Value{}, should) }
		out.ChangeFn = func(h ral.Hook, is, should value.Value) string { return m.words(h, "change", is, should) }
	}
}

// verdict is the answer to check.
type verdict struct {
	Value   wired    `json:"value"`
	Invalid string   `json:"invalid"`
	At      string   `json:"at"`
	Broken  bool     `json:"broken"` // an error in the code, not a rejected value
	Late    *verdict `json:"late"`   // of munging
}

// BrokenError is an error in the code of a type.
type BrokenError struct{ Message, At string }

// Error returns the message with its place.
func (e *BrokenError) Error() string { return e.Message + " (" + e.At + ")" }

func (v verdict) err() error {
	switch {
	case v.Invalid == "":
		return nil
	case v.Broken && v.At != "":
		return &BrokenError{v.Invalid, v.At}
	}
	return errors.New(v.Invalid)
}

// contextOf returns the context of a hook; a comparison lacks a context.
func contextOf(h ral.Hook) context.Context {
	if h.Ctx == nil {
		return context.Background()
	}
	return h.Ctx
}

// check sends a value of an attribute to the worker. Validation and munging share the
// answer.
func (m *member) check(h ral.Hook, phase string, v value.Value) (verdict, error) {
	req := m.about(h.R)
	req["attr"], req["phase"], req["value"] = h.A.Name, phase, toWire(v)
	var out verdict
	err := m.b.cached(contextOf(h), "check", req, &out)
	return out, err
}

// words requests Puppet's text for a value or a change. Without an answer the default
// text is used.
func (m *member) words(h ral.Hook, of string, is, should value.Value) string {
	req := m.about(h.R)
	req["attr"], req["of"], req["is"], req["should"] = h.A.Name, of, toWire(is), toWire(should)
	var out struct{ Text string }
	if err := m.b.cached(contextOf(h), "words", req, &out); err != nil {
		plain := *h.A
		plain.IsText, plain.ShouldText, plain.ChangeFn = nil, nil, nil
		switch of {
		case "is":
			return plain.TextOfIs(h.R, is)
		case "should":
			return plain.TextOfShould(h.R, should)
		}
		return plain.ChangeText(h.R, is, should)
	}
	return out.Text
}

// about returns a request about a resource that is being built.
func (m *member) about(r *ral.Resource) request {
	req := request{"type": m.d.Name, "title": r.Title, "given": m.given(r)}
	if r.Provider != nil {
		req["provider"] = r.Provider.Name
	}
	return req
}

// given returns the declared attributes for Ruby: the attributes of the type, without
// the metaparameters, which belong to the engine.
func (m *member) given(r *ral.Resource) map[string]any {
	out := make(map[string]any, len(r.Decl.Attrs))
	for _, at := range r.Decl.Attrs {
		a := r.Type.Attr(at.Name)
		if a == nil || a.Kind == ral.Meta || a.ReadOnly || a.Name == "provider" || !m.knows(a.Name) {
			continue
		}
		if r.Provider != nil && len(r.Provider.Lacks(a)) > 0 {
			continue
		}
		v := at.Value
		if a.Sensitive && !v.IsSecret() {
			v = value.Secret(v)
		}
		out[a.Name] = toWire(v)
	}
	return out
}

// knows reports whether the type in Ruby has an attribute.
func (m *member) knows(name string) bool {
	return slices.ContainsFunc(m.d.Attributes, func(a attribute) bool { return a.Name == name })
}

// declared returns the request that builds a resource.
func (m *member) declared(r *ral.Resource) request {
	req := request{"type": m.d.Name, "title": r.Title, "attrs": m.given(r)}
	if r.Provider != nil && !m.d.API && r.Provider.Name != typeProvider {
		req["provider"] = r.Provider.Name
	}
	var secrets []string // errors of the code must not contain their values
	for _, a := range r.Type.Properties() {
		if a.Sensitive {
			secrets = append(secrets, a.Name)
		}
	}
	if secrets != nil {
		req["secrets"] = secrets
	}
	return req
}

// built is the result of building a whole resource.
type built struct {
	Defaults  map[string]wired      `json:"defaults"`
	Relations map[string][][]string `json:"relations"`
	Invalid   string                `json:"invalid"`
	At        string                `json:"at"`
	Broken    bool                  `json:"broken"`
}

func (m *member) build(ctx context.Context, r *ral.Resource) (built, error) {
	var out built
	err := m.b.cached(ctx, "build", m.declared(r), &out)
	return out, err
}

// validate checks across attributes.
func (m *member) validate(r *ral.Resource) error {
	out, err := m.build(context.Background(), r)
	if err != nil {
		return err
	}
	return verdict{Invalid: out.Invalid, At: out.At, Broken: out.Broken}.err()
}

// SplitTitle returns the attributes that a title sets.
func (m *member) SplitTitle(ctx context.Context, title string) ([]ral.Attr, error) {
	var out struct {
		Attrs [][2]wired `json:"attrs"`
	}
	if err := m.b.cached(ctx, "titles", request{"type": m.d.Name, "title": title}, &out); err != nil {
		return nil, err
	}
	var list []ral.Attr
	for _, pair := range out.Attrs {
		if v := pair[1].Value; !v.IsNil() {
			list = append(list, ral.Attr{Name: pair[0].Text(), Value: v})
		}
	}
	return list, nil
}

// relationKinds are the kinds of relations by the names that Puppet gives them.
var relationKinds = map[string]ral.RelationKind{"require": ral.Require, "before": ral.Before, "subscribe": ral.Subscribe, "notify": ral.Notify}

// relations returns the automatic relationships, whose titles the worker knows.
func (m *member) relations() []ral.Relation {
	var list []ral.Relation
	for _, kind := range []string{"require", "before", "subscribe", "notify"} {
		for _, to := range m.d.Relations[kind] {
			list = append(list, ral.Relation{Kind: relationKinds[kind], Type: to, Titles: func(r *ral.Resource) []string {
				out, err := m.build(context.Background(), r)
				if err != nil {
					return nil
				}
				var titles []string
				for _, rel := range out.Relations[kind] {
					if len(rel) == 2 && rel[0] == to {
						titles = append(titles, rel[1])
					}
				}
				return titles
			}})
		}
	}
	return list
}
