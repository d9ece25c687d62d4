package modules

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/nearest"
)

// check checks a provider against its type: the type must exist, the name must
// be free, the features declared, and it must be able to set something.
func (k *linker) check(p *providerOf) error {
	pos := p.Origin.Pos
	if !k.knows(p.Type) {
		if own := k.env.Find(Type, p.Type); own != nil && own.State == Failed {
			return consequent(pos, own, "the type %s is unusable: its file has errors", p.Type)
		}
		return errorAt(pos, "unknown type %q%s", p.Type, nearest.DidYouMean(p.Type, append(k.base.Names(), k.typeFiles()...)))
	}
	for _, other := range k.providers {
		if other == p {
			break
		}
		if other.Type == p.Type && other.Name == p.Name && !other.bad {
			return errorAt(pos, "provider %s of %s is defined twice (first at %s)", p.Name, p.Type, other.Origin.Pos)
		}
	}
	if t := k.base.Type(p.Type); t != nil && t.Provider(p.Name) != nil {
		return errorAt(pos, "ralsh has a built-in provider %s of %s: use a different name", p.Name, p.Type)
	}
	if err := p.Unknown(k.compiled(p.Type)); err != nil {
		return &placed{pos, err}
	}
	return nil
}

// compiled returns an existing type without the modules' providers.
func (k *linker) compiled(name string) *ral.Type {
	own := k.types[name]
	if own == nil {
		return k.base.Type(name)
	}
	trial := ral.NewRegistry()
	trial.Add(*own.Type)
	return trial.Type(name)
}

// typeFiles returns the names of the modules' types, including failed types.
func (k *linker) typeFiles() []string {
	var names []string
	for _, p := range k.env.Plugins() {
		if p.Kind == Type {
			names = append(names, p.Name)
		}
	}
	return names
}

// consequentError is an error that only follows from an error of cause, which is also
// reported.
type consequentError struct {
	text  string
	cause *Plugin
}

func (e *consequentError) Error() string { return e.text }

// consequent returns a consequentError at a position.
func consequent(pos string, cause *Plugin, format string, args ...any) error {
	return &placed{pos, &consequentError{fmt.Sprintf(format, args...), cause}}
}

func (k *linker) knows(name string) bool {
	return k.types[name] != nil || slices.Contains(k.base.Names(), name)
}

// inherit finds the parents of a provider, after the parents of its parent.
func (k *linker) inherit(p *providerOf) error {
	switch {
	case p.bad || p.visited == 2:
		return nil
	case p.visited == 1:
		return errorAt(p.Origin.Pos, "the parents of provider %s form a cycle (through %s)", p.Name, p.Parent)
	}
	p.visited = 1
	defer func() { p.visited = 2 }()
	if p.Parent != "" {
		if err := k.parent(p); err != nil {
			return err
		}
	}
	k.try(p)
	return nil
}

func (k *linker) parent(p *providerOf) error {
	of := p.Type
	if p.ParentType != "" {
		of = p.ParentType
	}
	if of == p.Type && p.MapsToParent() {
		return errorAt(p.Origin.Pos, "as_parent requires a parent of a different type, but the type of %s is %s: write \"TYPE/NAME\"", p.Parent, of)
	}
	for _, other := range k.providers {
		if other.Type != of || other.Name != p.Parent || other.bad {
			continue
		}
		if err := k.inherit(other); err != nil {
			k.drop(other, err)
		}
		if other.bad {
			return consequent(p.Origin.Pos, other.from, "the parent %s of provider %s is unusable", p.Parent, p.Name)
		}
		alone := k.alone(other)
		switch {
		case !p.MapsToParent():
			p.Inherit(other.Provider)
		case alone == nil:
			return consequent(p.Origin.Pos, other.from, "the parent %s of provider %s is unusable", p.Parent, p.Name)
		default:
			p.InheritBuiltin(alone)
		}
		return nil
	}
	if t := k.base.Type(of); t != nil && t.Provider(p.Parent) != nil {
		p.InheritBuiltin(t.Provider(p.Parent))
		return nil
	}
	own := k.env.Find(Provider, of+"/"+p.Parent)
	if own == nil {
		own = k.env.Find(Type, of)
	}
	if own != nil && own.State == Failed {
		return consequent(p.Origin.Pos, own, "the parent %s of provider %s is unusable: its file has errors", p.Parent, p.Name)
	}
	if !k.knows(of) {
		return errorAt(p.Origin.Pos, "the parent of provider %s has the unknown type %q%s", p.Name, of, nearest.DidYouMean(of, append(k.base.Names(), k.typeFiles()...)))
	}
	var names []string
	for _, known := range k.compiled(of).Providers() {
		names = append(names, known.Name)
	}
	for _, other := range k.providers {
		if other.Type == of {
			names = append(names, other.Name)
		}
	}
	return errorAt(p.Origin.Pos, "could not find parent provider %s of %s, a provider of the type %s%s", p.Parent, p.Name, of, nearest.DidYouMean(p.Parent, names))
}

// alone returns a provider of a module as it is in a registry with its type alone.
func (k *linker) alone(p *providerOf) *ral.Provider {
	built := p.Build()
	built.Parent, built.ParentType = "", ""
	trial := ral.NewRegistry()
	if own := k.types[p.Type]; own != nil {
		trial.Add(*own.Type, built)
	} else {
		trial.InheritFrom(k.base)
		trial.Extend(p.Type, built)
	}
	return trial.Type(p.Type).Provider(p.Name)
}

// try registers the provider alone and records the error: an undeclared feature, or a
// provider that can set nothing. Such a provider exists but is never suitable.
func (k *linker) try(p *providerOf) {
	alone := p.Build()
	alone.Parent, alone.ParentType = "", ""
	trial := ral.NewRegistry()
	if own := k.types[p.Type]; own != nil {
		trial.Add(*own.Type, alone)
	} else {
		trial.InheritFrom(k.base)
		trial.Extend(p.Type, alone)
		_ = trial.Type(p.Type)
	}
	if err := trial.Errors(); err != nil {
		p.from.fail(&placed{p.Origin.Pos, err})
		if !k.flawed(p.Type) {
			p.flaw = &placed{p.Origin.Pos, err}
		}
	}
}

// flawed reports whether a type has an error that is not an error of its
// providers.
func (k *linker) flawed(name string) bool {
	own := k.types[name]
	if own == nil {
		return false
	}
	trial := ral.NewRegistry()
	trial.Add(*own.Type)
	return trial.Errors() != nil
}

// registry returns the built-in types and the types of modules. A type whose providers
// have parents of a different type follows this type.
func (k *linker) registry() *ral.Registry {
	reg := ral.NewRegistry()
	reg.InheritFrom(k.base)
	slices.SortStableFunc(k.names, func(a, b string) int { return k.late(a) - k.late(b) })
	for _, name := range k.names {
		reg.Add(*k.types[name].Type, k.of(name)...)
	}
	for _, name := range k.base.Names() {
		if more := k.of(name); len(more) > 0 {
			reg.Extend(name, more...)
		}
	}
	k.foreignTypes(reg)
	return reg
}

func (k *linker) of(name string) []ral.Provider {
	var list []ral.Provider
	for _, p := range k.providers {
		if p.Type == name && !p.bad {
			list = append(list, p.usable())
		}
	}
	return list
}

func (k *linker) late(name string) int {
	for _, p := range k.providers {
		if p.Type == name && p.ParentType != "" && p.ParentType != name {
			return 1
		}
	}
	return 0
}

// usable returns the provider for the registry; if it has a flaw, it gets a
// confine that fails.
func (p *providerOf) usable() ral.Provider {
	built := p.Build()
	if p.flaw != nil {
		built.Confines = append(slices.Clip(built.Confines), condition.Confine{
			Kind: condition.ConfineTest, Title: "its definition is valid", Want: "no error in the definition", Hint: "fix " + p.Origin.Pos,
			Check: func(context.Context, condition.Probe) (string, bool, error) { return p.flaw.Error(), false, nil },
		})
	}
	return built
}
