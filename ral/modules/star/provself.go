package star

import (
	"context"
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
)

// machine is the self of a hook that may access the host: for reading, and for writing
// if there is a writer. It is invalid after its call.
type machine struct {
	convert.InternalValue
	ctx    context.Context
	rd     host.Reader
	change *host.Writer
	facts  ral.Facts
	cmds   []namedCommand
	typ    *ral.Type // may be nil
	r      *ral.Resource
	run    *ral.Resource // a resource of the run, if the hook is about several
	state  starlark.Value
	ended  bool
}

func looker(ctx context.Context, rd host.Reader, cmds []namedCommand, r *ral.Resource) *machine {
	return &machine{InternalValue: "self", ctx: ctx, rd: rd, cmds: cmds, r: r, typ: typeOf(r), run: r}
}

func changer(ctx context.Context, wr host.Writer, cmds []namedCommand, r *ral.Resource) *machine {
	return &machine{InternalValue: "self", ctx: ctx, rd: wr.Reader(), change: &wr, cmds: cmds, r: r, typ: typeOf(r), run: r}
}

func typeOf(r *ral.Resource) *ral.Type {
	if r == nil {
		return nil
	}
	return r.Type
}

func (m *machine) end() { m.ended = true }

var errEnded = errors.New("this self belongs to a call that ended")

// usable returns why the host cannot be used, or nil.
func (m *machine) usable() error {
	if m.ended {
		return errEnded
	}
	return m.ctx.Err()
}

// changing returns the writer, or an error while only reading is allowed.
func (m *machine) changing(what string) (*host.Writer, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	if m.change == nil {
		return nil, &WriteError{What: what}
	}
	return m.change, nil
}

// WriteError is a write in a hook that may only read, or a command that is not known to
// read.
type WriteError struct {
	What       string
	Undeclared bool // a command without the call in looks
}

// Error names the operation.
func (e *WriteError) Error() string {
	if e.Undeclared {
		return e.What + " is not allowed: this hook may only read, and the command does not declare the call in looks"
	}
	return e.What + " is not allowed: it changes the host, and this hook may only read"
}

// AttrNames returns the attributes of self.
func (m *machine) AttrNames() []string {
	return []string{"canonical", "cmd", "env", "fact", "found", "fs", "http", "name", "peer", "pend", "pending", "res", "root", "should", "state", "title"}
}

// Attr returns an attribute of self.
func (m *machine) Attr(name string) (starlark.Value, error) {
	switch name {
	case "fs":
		return files{"fs", m}, nil
	case "cmd":
		return commands{"cmd", m}, nil
	case "http":
		return httpView{"http", m}, nil
	case "env":
		return starlark.NewBuiltin(name, m.env), nil
	case "fact":
		return starlark.NewBuiltin(name, m.fact), nil
	case "root":
		return starlark.String(m.rd.Root()), nil
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
	if _, err := m.changing("pend"); err != nil {
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
	if err := m.usable(); err != nil {
		return nil, err
	}
	return asResource(m.run.Peer(typ, title)), nil
}

// env returns a variable of ralsh's environment, None if it is not set.
func (m *machine) env(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := errors.Join(convert.Unpack(b.Name(), args, kwargs, "name", &name), m.usable()); err != nil {
		return nil, err
	}
	if text := m.rd.Getenv(name); text != "" {
		return starlark.String(text), nil
	}
	return starlark.None, nil
}

// fact returns a fact by dotted name, None if it does not exist.
func (m *machine) fact(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	if m.facts == nil {
		return nil, fmt.Errorf("this hook cannot read facts: facts are available in tests, features and facts")
	}
	if err := m.usable(); err != nil {
		return nil, err
	}
	v, err := m.facts.Fact(m.ctx, name)
	return convert.FromValue(v), err
}
