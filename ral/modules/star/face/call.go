package face

import (
	"context"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// View is the view that an action has of a host.
type View struct {
	Env *onhost.Env
	// List returns the instances of a type, and Find an instance by its title, or nil.
	List func(ctx context.Context, typ string) ([]*ral.Instance, error)
	Find func(ctx context.Context, typ, title string) (*ral.Instance, error)
}

// Call runs an action with the given arguments and options, and defaults for the rest.
// Its error is a *script.Fault.
func (act *Action) Call(ctx context.Context, v View, given map[string]value.Value) (value.Value, error) {
	p := ral.Provider{}
	for _, c := range act.cmds {
		p.Commands = append(p.Commands, c.Command)
	}
	rd := v.Env.Reader()
	m := access.Reading(ctx, rd.Allow(p.Queries(rd.Root())...), act.cmds, nil)
	m.Facts = v.Env.Facts()
	defer m.End()
	out, err := act.body.CallWith(ctx, starlark.Tuple{faceSelf{"self", m, v}}, act.keywords(given))
	if err != nil {
		return value.Value{}, err
	}
	result, err := convert.ToValue(out)
	if err != nil {
		return value.Value{}, act.body.Wrong(out, "data: a dict, a list, a string, a number or None")
	}
	return result, nil
}

// faceSelf is the self of an action: the host, as for a fact, and its resources.
type faceSelf struct {
	convert.InternalValue
	*access.Access
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
	return s.Lookup(name), nil
}

// list implements list(type): the instances of a type as dicts.
func (s faceSelf) list(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ string
	if err := convert.Unpack(b.Name(), args, kwargs, "type", &typ); err != nil {
		return nil, err
	}
	if err := s.Usable(); err != nil {
		return nil, err
	}
	found, err := s.view.List(s.Context, typ)
	list := make([]starlark.Value, len(found))
	for i, inst := range found {
		list[i] = dataOf(inst)
	}
	return starlark.NewList(list), err
}

// resource implements resource(type, title): a resource as a dict, None if it does not
// exist.
func (s faceSelf) resource(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ, title string
	if err := convert.Unpack(b.Name(), args, kwargs, "type", &typ, "title", &title); err != nil {
		return nil, err
	}
	if err := s.Usable(); err != nil {
		return nil, err
	}
	found, err := s.view.Find(s.Context, typ, title)
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
		set(key.Name, convert.FromValue(key.Value))
	}
	for _, a := range inst.Type.Properties() {
		if inst.Known(a.Name) {
			set(a.Name, convert.FromValue(inst.Get(a.Name)))
		}
	}
	set("provider", starlark.String(inst.Provider.Name))
	return dict
}
