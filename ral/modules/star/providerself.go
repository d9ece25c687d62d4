package star

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
)

// machine is the self of a hook that may access the host.
type machine struct {
	convert.InternalValue
	*access.Access
	typ   *ral.Type // may be nil
	r     *ral.Resource
	run   *ral.Resource // a resource of the run, if the hook is about several
	state starlark.Value
}

func reader(ctx context.Context, rd host.Reader, cmds []access.Command, r *ral.Resource) *machine {
	return &machine{InternalValue: "self", Access: access.Reading(ctx, rd, cmds, r), r: r, typ: typeOf(r), run: r}
}

func changer(ctx context.Context, wr host.Writer, cmds []access.Command, r *ral.Resource) *machine {
	return &machine{InternalValue: "self", Access: access.Changing(ctx, wr, cmds, r), r: r, typ: typeOf(r), run: r}
}

func typeOf(r *ral.Resource) *ral.Type {
	if r == nil {
		return nil
	}
	return r.Type
}

// AttrNames returns the attributes of self.
func (m *machine) AttrNames() []string {
	return []string{"canonical", "cmd", "env", "fact", "found", "fs", "http", "name", "peer", "pend", "pending", "res", "root", "should", "state", "title"}
}

// Attr returns an attribute of self.
func (m *machine) Attr(name string) (starlark.Value, error) {
	if x := m.Lookup(name); x != nil {
		return x, nil
	}
	switch name {
	case "canonical":
		if m.typ != nil {
			return starlark.NewBuiltin(name, m.canonical), nil
		}
	case "peer":
		if m.run != nil {
			return starlark.NewBuiltin(name, m.peer), nil
		}
	case "state":
		if m.state != nil {
			return m.state, nil
		}
	}
	if m.r == nil {
		return nil, nil
	}
	switch name {
	case "res":
		return asResource(m.r), nil
	case "name":
		return starlark.String(m.r.Name()), nil
	case "title":
		return starlark.String(m.r.Title), nil
	case "found":
		return asFound(m.r.Found), nil
	case "should":
		return shouldOf(m.r), nil
	case "pending":
		return pendingOf(m.r), nil
	case "pend":
		return starlark.NewBuiltin(name, m.pend), nil
	}
	return nil, nil
}

// pendingOf returns the changes for flush.
func pendingOf(r *ral.Resource) starlark.Value {
	dict := starlark.NewDict(len(r.Pending))
	for _, p := range r.Pending {
		_ = dict.SetKey(starlark.String(p.Attr), convert.FromAttr(r.Type.Attr(p.Attr), p.Value))
	}
	dict.Freeze()
	return dict
}

// shouldOf returns the properties with a desired value.
func shouldOf(r *ral.Resource) starlark.Value {
	dict := starlark.NewDict(4)
	for _, a := range r.Type.Properties() {
		if r.Has(a.Name) {
			_ = dict.SetKey(starlark.String(a.Name), convert.FromAttr(a, r.Get(a.Name)))
		}
	}
	dict.Freeze()
	return dict
}

// pend adds a property for flush.
func (m *machine) pend(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &name, "value", &x); err != nil {
		return nil, err
	}
	if _, err := m.Writer("pend"); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err == nil {
		m.r.Pending.Set(name, v.Reveal())
	}
	return starlark.None, err
}

// peer returns a resource of the same run by its title or name, as declared; None if it
// does not exist, and outside a run.
func (m *machine) peer(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ, title string
	if err := convert.Unpack(b.Name(), args, kwargs, "type", &typ, "title", &title); err != nil {
		return nil, err
	}
	if err := m.Usable(); err != nil {
		return nil, err
	}
	return asResource(m.run.Peer(typ, title)), nil
}

// canonical implements canonical(name, value, OTHER = value ...): it returns the
// canonical form of a read value and None, or None and the reason why the type rejects
// the value. OTHER are attributes that the hooks read.
func (m *machine) canonical(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var x starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, nil, 2, &name, &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err != nil {
		return nil, err
	}
	var others []ral.Attr
	for _, kw := range kwargs {
		other, _ := starlark.AsString(kw[0])
		given, err := convert.ToValue(kw[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", b.Name(), other, err)
		}
		others = append(others, ral.Attr{Name: other, Value: given})
	}
	for _, attr := range append(others, ral.Attr{Name: name}) {
		if m.typ.Attr(attr.Name) == nil {
			return nil, fmt.Errorf("%s: unknown attribute %q of type %s%s", b.Name(), attr.Name, m.typ.Name, meant(m.typ, attr.Name))
		}
	}
	made, err := m.typ.Canonical(m.Context, name, v, others...)
	if err != nil {
		return starlark.Tuple{starlark.None, starlark.String(err.Error())}, nil
	}
	return starlark.Tuple{convert.FromValue(made), starlark.None}, nil
}
