package modules

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/modules/star"
)

// linker combines the definitions of all files, once they are loaded.
type linker struct {
	env       *Environment
	base      *ral.Registry
	types     map[string]*typeOf
	names     []string // of types, in order
	providers []*providerOf
}

type typeOf struct {
	*ral.Type
	from *Plugin
}

type providerOf struct {
	*star.Provider
	from    *Plugin
	visited int // 1 while its parents are being searched, 2 when they are found
	bad     bool
	flaw    error // why it is never suitable, although it exists
}

func link(e *Environment, l *loader, base *ral.Registry) {
	if base == nil {
		base = ral.NewRegistry()
	}
	k := &linker{env: e, base: base, types: map[string]*typeOf{}}
	for _, m := range l.made {
		if err := named(m); err != nil {
			m.fail(err)
			continue
		}
		k.take(m)
	}
	for _, p := range k.providers {
		if err := k.check(p); err != nil {
			k.drop(p, err)
		}
	}
	for _, p := range k.providers {
		if err := k.inherit(p); err != nil {
			k.drop(p, err)
		}
	}
	e.Registry = k.registry()
}

// named checks that a file defines the name in its path; the file of a type may also
// define its providers.
func named(m made) error {
	var wrong []error
	expect := func(kind Kind, pos, name string) {
		if kind != m.Kind {
			wrong = append(wrong, errorAt(pos, "a file in %s must not define a %s", dirOf(m.Kind), kind))
		} else if name != m.Name && kind != Fact {
			wrong = append(wrong, &placed{pos, &MisnamedError{m.Name, kind, name}})
		}
	}
	for _, t := range m.Types {
		expect(Type, t.Origin.Pos, t.Name)
	}
	for _, p := range m.Providers {
		if m.Kind != Type {
			expect(Provider, p.Origin.Pos, p.Type+"/"+p.Name)
		} else if p.Type != m.Name {
			wrong = append(wrong, errorAt(p.Origin.Pos, "a provider of %s belongs in provider/%s", p.Type, p.Type))
		}
	}
	for _, f := range m.Facts {
		expect(Fact, f.Origin.Pos, f.Name)
	}
	for _, f := range m.Features {
		expect(Feature, f.Origin.Pos, f.Name)
	}
	for _, f := range m.Functions {
		expect(Function, f.Origin.Pos, f.Name)
		if space, _, in := strings.Cut(f.Name, "::"); in && m.Module.Name != "" && space != m.Module.Name {
			wrong = append(wrong, errorAt(f.Origin.Pos, "function %s belongs to the module %s: name it %s::NAME", f.Name, space, m.Module.Name))
		}
	}
	for _, f := range m.Faces {
		expect(Face, f.Origin.Pos, f.Name)
	}
	if len(wrong) > 0 {
		return wrong[0]
	}
	return count(m)
}

func dirOf(k Kind) string { return strings.ReplaceAll(string(k), " ", "") }

// count checks that a file contains exactly one definition of its kind.
func count(m made) error {
	n := map[Kind]int{
		Type: len(m.Types), Provider: len(m.Providers), Fact: len(m.Facts), Feature: len(m.Features), Function: len(m.Functions),
		Face: len(m.Faces),
	}[m.Kind]
	switch {
	case n == 0:
		return errorAt(m.File+":1:1", "the file must define a %s", m.Kind)
	case n > 1 && m.Kind == Type:
		return errorAt(m.Types[1].Origin.Pos, "type %s is defined twice (first at %s)", m.Name, m.Types[0].Origin.Pos)
	case n > 1 && m.Kind == Face:
		return errorAt(m.Faces[1].Origin.Pos, "face %s is defined twice (first at %s)", m.Name, m.Faces[0].Origin.Pos)
	case n > 1 && m.Kind == Provider:
		return errorAt(m.Providers[1].Origin.Pos, "provider %s is defined twice (first at %s)", m.Name, m.Providers[0].Origin.Pos)
	}
	return nil
}

func (k *linker) take(m made) {
	for _, f := range m.Functions {
		if err := k.env.Space.AddFunction(f); err != nil {
			m.fail(err)
		}
	}
	for _, f := range m.Features {
		if err := k.env.Space.AddFeature(f); err != nil {
			m.fail(err)
		}
	}
	k.env.Facts = append(k.env.Facts, m.Facts...)
	k.env.Faces = append(k.env.Faces, m.Faces...)
	k.env.trials = append(k.env.trials, m.Trials...)
	for _, t := range m.Types {
		k.addType(m.Plugin, t)
	}
	if k.types[m.Name] != nil || m.Kind != Type {
		for _, p := range m.Providers {
			k.providers = append(k.providers, &providerOf{Provider: p, from: m.Plugin})
		}
	}
}

// addType adds a type whose name is free. A type with a duplicate definition is omitted.
// With a different error, such as a missing namevar, the type exists, its file has
// failed with the reason, and everything that depends on it reports the reason.
func (k *linker) addType(from *Plugin, t *ral.Type) {
	if slices.Contains(k.base.Names(), t.Name) {
		from.fail(errorAt(t.Origin.Pos, "ralsh has a built-in type %s: use a different name", t.Name))
		return
	}
	trial := ral.NewRegistry()
	trial.Add(*t)
	if err := trial.Err(); err != nil {
		from.fail(&placed{t.Origin.Pos, err})
		if _, twice := errors.AsType[*ral.DuplicateNameError](err); twice {
			return
		}
	}
	k.types[t.Name] = &typeOf{t, from}
	k.names = append(k.names, t.Name)
}

// drop omits a provider. Other definitions in its type's file are not affected.
func (k *linker) drop(p *providerOf, err error) {
	p.bad = true
	if p.from.Kind == Provider {
		p.from.fail(err)
	} else if p.from.Err == nil {
		p.from.State, p.from.Err = Failed, err
	}
}
