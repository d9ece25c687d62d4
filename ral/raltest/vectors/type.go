package vectors

import (
	"context"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Build returns the type. Its hooks record their calls in m.
func (d TypeDef) Build(m *Machine) ral.Type {
	t := ral.Type{
		Name: d.Type, SelfRefresh: d.SelfRefresh, NotIsomorphic: d.Isomorphic != nil && !*d.Isomorphic,
		Validate: validateType(d.Validate),
	}
	for _, a := range d.Attributes {
		t.Attributes = append(t.Attributes, a.Attribute())
	}
	for _, f := range d.Features {
		t.Features = append(t.Features, ral.Feature{Name: f.Name, Doc: f.Doc, Methods: f.Methods})
	}
	for _, p := range d.TitlePatterns {
		t.Titles = append(t.Titles, p.build())
	}
	for _, a := range d.Auto {
		t.Relations = append(t.Relations, a.build())
	}
	if d.PreRunCheck != nil {
		t.PreRun = d.preRun(m)
	}
	if d.Generate != nil {
		t.Generate = d.generate(m, "generate", d.Generate)
	}
	if d.EvalGenerate != nil {
		t.EvalGenerate = d.generate(m, "eval_generate", d.EvalGenerate)
	}
	return t
}

// Register adds the type and its providers to a registry.
func (d TypeDef) Register(reg *ral.Registry, m *Machine) {
	var providers []ral.Provider
	for _, p := range d.Providers {
		providers = append(providers, p.Build(m, d))
	}
	reg.Add(d.Build(m), providers...)
}

func (p PatternDef) build() ral.TitlePattern {
	t := ral.TitlePattern{Pattern: lazyre.Ruby(p.Regex)}
	for _, to := range p.To {
		t.Attrs = append(t.Attrs, to.Name)
		var munge func(string) value.Value
		if to.Call != "" {
			munge = func(text string) value.Value {
				v, _ := call(to.Call, value.Str(text))
				return v
			}
		}
		t.Munge = append(t.Munge, munge)
	}
	return t
}

func (a AutoDef) build() ral.Relation {
	kinds := map[string]ral.RelationKind{
		"require": ral.Require, "before": ral.Before, "notify": ral.Notify, "subscribe": ral.Subscribe,
	}
	return ral.Relation{Kind: kinds[a.Relation], Type: a.Type, Titles: func(r *ral.Resource) []string {
		var titles []string
		for _, v := range r.Get(a.From).Elements() {
			_, title, isRef := v.Target()
			if !isRef {
				title = v.Text()
			}
			titles = append(titles, title)
		}
		return titles
	}}
}

func (d TypeDef) preRun(m *Machine) func(context.Context, host.Reader, *ral.Resource) error {
	return func(_ context.Context, _ host.Reader, r *ral.Resource) error {
		m.Log("pre_run_check", r.Title)
		for _, f := range *d.PreRunCheck {
			if f.Title == r.Title {
				return f.Raise.thrown()
			}
		}
		return nil
	}
}

func (d TypeDef) generate(m *Machine, call string, by map[string][]DeclDef) func(context.Context, host.Reader, *ral.Resource) ([]ral.Decl, error) {
	return func(_ context.Context, _ host.Reader, r *ral.Resource) ([]ral.Decl, error) {
		m.Log(call, r.Title)
		if err := m.fault(call, r.Title); err != nil {
			return nil, err
		}
		var list []ral.Decl
		for _, decl := range by[r.Title] {
			if decl.Type == "" {
				decl.Type = d.Type
			}
			list = append(list, decl.Decl())
		}
		return list, nil
	}
}

// Decl returns the declaration.
func (d DeclDef) Decl() ral.Decl {
	return ral.Decl{Type: strings.ToLower(d.Type), Title: d.Title, Attrs: d.Params.Attrs(), Container: d.Container, In: d.In}
}
