package star

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/script"
)

// providerHooks are the hooks of a provider; nil for a missing hook.
type providerHooks struct {
	instances, prefetch, retrieve, exists, get, create, destroy, set, flush *script.Hook
	refresh, insync, predict, finish, setBatch, flushBatch, canBatch        *script.Hook
	asParent                                                                *script.Hook
	getters, setters, methods                                               map[string]*script.Hook
	order                                                                   []string // of methods

	given     map[string]*starlark.Callable
	hookDicts map[string]*starlark.Value
}

// Hook describes a hook of a provider: its arguments and its result, in the words of
// docs/modules-reference.md.
type Hook struct {
	Name    string
	Given   []string
	Returns string
}

// Hooks returns all hooks of a provider.
func Hooks() []Hook {
	var list []Hook
	for _, s := range (&providerHooks{}).slots() {
		list = append(list, s.Hook)
	}
	for _, name := range hookDicts {
		list = append(list, Hook{name, dictArgs(name), map[string]string{"getters": "the value of the property"}[name]})
	}
	return list
}

type slot struct {
	Hook
	to **script.Hook
}

// slots lists the hooks by name, with their arguments.
func (h *providerHooks) slots() []slot {
	type args = []string
	const nothing = ""
	return []slot{
		{Hook{"instances", args{"self"}, "a list of instances"}, &h.instances},
		{Hook{"prefetch", args{"self", "resources"}, nothing}, &h.prefetch},
		{Hook{"retrieve", args{"self"}, "the state of the resource as a dict; None if it does not exist"}, &h.retrieve},
		{Hook{"exists", args{"self"}, "True or False"}, &h.exists},
		{Hook{"get", args{"self", "name"}, "the value of the property"}, &h.get},
		{Hook{"create", args{"self"}, nothing}, &h.create},
		{Hook{"destroy", args{"self"}, nothing}, &h.destroy},
		{Hook{"set", args{"self", "name", "value"}, nothing}, &h.set},
		{Hook{"flush", args{"self"}, nothing}, &h.flush},
		{Hook{"refresh", args{"self"}, nothing}, &h.refresh},
		{Hook{"insync", args{"self", "name", "is", "should"}, "True, False, or None to use the comparison of the type"}, &h.insync},
		{Hook{"predict", args{"self", "name", "value"}, "`foresight`, or None"}, &h.predict},
		{Hook{"finish", args{"self"}, nothing}, &h.finish},
		{Hook{"set_batch", args{"self", "resources"}, nothing}, &h.setBatch},
		{Hook{"flush_batch", args{"self", "resources"}, "None, or a list with an error or None for each resource; not called together with `set_batch`"}, &h.flushBatch},
		{Hook{"can_batch", args{"self", "first", "res"}, "True if the resource can be written together with the first"}, &h.canBatch},
		{Hook{"as_parent", args{"self"}, "a dict: the attributes of the resource in the type of the parent"}, &h.asParent},
	}
}

// hookDicts are the arguments that hold a hook for each property or method.
var hookDicts = [...]string{"getters", "setters", "methods"}

// dictArgs returns the arguments of the hooks in a dict.
func dictArgs(what string) []string {
	if what == "setters" {
		return []string{"self", "value"}
	}
	return []string{"self"}
}

// pairs returns the arguments of provider() that are hooks.
func (h *providerHooks) pairs() []any {
	h.given, h.hookDicts = map[string]*starlark.Callable{}, map[string]*starlark.Value{}
	var pairs []any
	for _, s := range h.slots() {
		h.given[s.Name] = new(starlark.Callable)
		pairs = append(pairs, s.Name+"?", h.given[s.Name])
	}
	for _, name := range hookDicts {
		h.hookDicts[name] = new(starlark.Value)
		pairs = append(pairs, name+"?", h.hookDicts[name])
	}
	return pairs
}

// make wraps the functions.
func (h *providerHooks) make(th *starlark.Thread) error {
	var errs []error
	for _, s := range h.slots() {
		k, err := script.NewHook(th, s.Name, *h.given[s.Name], script.ProviderLimits, s.Given...)
		*s.to = k
		errs = append(errs, err)
	}
	for name, to := range map[string]*map[string]*script.Hook{"getters": &h.getters, "setters": &h.setters, "methods": &h.methods} {
		names, hooks, err := script.NewHooks(th, name, *h.hookDicts[name], dictArgs(name)...)
		*to = hooks
		if name == "methods" {
			h.order = names
		}
		errs = append(errs, err)
	}
	h.given, h.hookDicts = nil, nil
	return errors.Join(errs...)
}

// over returns h with the hooks that only the parent has.
func (h providerHooks) over(parent *providerHooks) providerHooks {
	inherited := parent.slots()
	for i, s := range h.slots() {
		if *s.to == nil {
			*s.to = *inherited[i].to
		}
	}
	h.getters = merged(h.getters, parent.getters)
	h.setters = merged(h.setters, parent.setters)
	h.methods = merged(h.methods, parent.methods)
	h.order = slices.Clone(h.order)
	for _, name := range parent.order {
		if !slices.Contains(h.order, name) {
			h.order = append(h.order, name)
		}
	}
	return h
}

func merged(own, parent map[string]*script.Hook) map[string]*script.Hook {
	if parent == nil {
		return own
	}
	out := maps.Clone(parent)
	maps.Copy(out, own)
	return out
}

// Unknown returns an error if a getter or setter is not for a property of the
// type.
func (p *Provider) Unknown(t *ral.Type) error {
	var names []string
	for _, a := range t.Properties() {
		names = append(names, a.Name)
	}
	for _, dict := range []struct {
		what  string
		hooks map[string]*script.Hook
	}{{"getters", p.hooks.getters}, {"setters", p.hooks.setters}} {
		for _, name := range slices.Sorted(maps.Keys(dict.hooks)) {
			if !slices.Contains(names, name) {
				return fmt.Errorf("provider %s: %s contains %q, which is not a property of type %s%s", p.Name, dict.what, name, t.Name, meant(t, name))
			}
		}
	}
	return nil
}
