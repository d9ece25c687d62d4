package modules

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral/condition"
)

// FailuresOf returns the Failures of some kinds of plugins, and the errors of modules
// that cannot be read: they may have any kind.
func (e *Environment) FailuresOf(kinds ...Kind) []error {
	return e.failures(func(*Module) bool { return true }, func(p *Plugin) bool { return slices.Contains(kinds, p.Kind) })
}

// TypeFailures returns the Failures that affect types, by name: failures of their
// plugins, of the features and facts that their providers name, of the lenses of augeas,
// and of plugins that these depend on. An unreadable module affects a type if it has a
// plugin for it, or if the type does not exist.
func (e *Environment) TypeFailures(types ...string) []error {
	if len(e.Failures()) == 0 {
		return nil
	}
	needed := map[Kind]map[string]bool{Type: {}, Fact: {}, Feature: {}}
	unknown := false
	for _, name := range types {
		needed[Type][name] = true
		t := e.Registry.Type(name)
		if t == nil {
			unknown = true
			continue
		}
		for _, p := range t.Providers() {
			for _, c := range p.Confines {
				if c.Kind == condition.ConfineFeature {
					needed[Feature][c.Subject] = true
				}
			}
			for _, fact := range p.FactNames() {
				name, _, _ := strings.Cut(fact, ".")
				needed[Fact][name] = true
			}
		}
	}
	about := func(p *Plugin) bool {
		typ, _, _ := strings.Cut(p.Name, "/")
		switch p.Kind {
		case Provider:
			return needed[Type][typ]
		case Lens:
			return needed[Type]["augeas"]
		}
		return needed[p.Kind][p.Name]
	}
	causes := map[*Plugin]bool{}
	for _, p := range e.Plugins() {
		var follow *consequentError
		for p := p; p.State == Failed && (about(p) || causes[p]) && errors.As(p.Err, &follow) && follow.cause != nil && !causes[follow.cause]; p = follow.cause {
			causes[follow.cause] = true
		}
	}
	return e.failures(
		func(m *Module) bool { return unknown || slices.ContainsFunc(m.Plugins, about) },
		func(p *Plugin) bool { return about(p) || causes[p] },
	)
}

func (e *Environment) failures(module func(*Module) bool, plugin func(*Plugin) bool) []error {
	var all []error
	for _, m := range e.Modules {
		if m.Err != nil && module(m) {
			all = append(all, m.Err)
		}
		for _, p := range m.Plugins {
			if p.State == Failed && plugin(p) {
				all = append(all, p.Err)
			}
		}
	}
	return all
}
