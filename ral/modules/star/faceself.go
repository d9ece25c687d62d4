package star

import (
	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/value"
)

// faceSelf is the self of an action: the host to look at, as for a fact, and the
// resources on it.
type faceSelf struct {
	*machine
	view View
}

// AttrNames returns the attributes of self.
func (s faceSelf) AttrNames() []string {
	return []string{"cmd", "fact", "fs", "http", "list", "resource", "root"}
}

// Attr returns an attribute of self.
func (s faceSelf) Attr(name string) (starlark.Value, error) {
	switch name {
	case "list":
		return starlark.NewBuiltin(name, s.list), nil
	case "resource":
		return starlark.NewBuiltin(name, s.resource), nil
	}
	return s.machine.Attr(name)
}

// list implements list(type): the instances of a type as dicts.
func (s faceSelf) list(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ string
	if err := unpack(b.Name(), args, kwargs, "type", &typ); err != nil {
		return nil, err
	}
	if err := s.usable(); err != nil {
		return nil, err
	}
	found, err := s.view.List(s.ctx, typ)
	list := make([]starlark.Value, len(found))
	for i, inst := range found {
		list[i] = dataOf(inst)
	}
	return starlark.NewList(list), err
}

// resource implements resource(type, title): one resource as a dict, None if it
// is not there.
func (s faceSelf) resource(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ, title string
	if err := unpack(b.Name(), args, kwargs, "type", &typ, "title", &title); err != nil {
		return nil, err
	}
	if err := s.usable(); err != nil {
		return nil, err
	}
	found, err := s.view.Find(s.ctx, typ, title)
	if found == nil {
		return starlark.None, err
	}
	return dataOf(found), err
}

// dataOf returns an instance as a dict: its title, its namevars if its type has
// several, its properties and its provider.
func dataOf(inst *ral.Instance) *starlark.Dict {
	dict := starlark.NewDict(8)
	set := func(name string, x starlark.Value) { _ = dict.SetKey(starlark.String(name), x) }
	set("title", starlark.String(inst.Name))
	for _, key := range inst.Keys {
		set(key.Name, fromValue(key.Value))
	}
	for a, v := range inst.Each {
		if a.Hides(v) {
			v = value.Secret(v)
		}
		set(a.Name, fromValue(v))
	}
	set("provider", starlark.String(inst.Provider.Name))
	return dict
}
