package star

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Inherit adds hooks of the parent that the provider lacks, and the commands that they
// call. Confines, features, defaults and commands as tests are not inherited
// (semantics.md P5).
func (p *Provider) Inherit(parent *Provider) {
	own := p.hooks.over(parent.hooks)
	p.hooks, p.builtin = &own, parent.builtin
	p.needs(&parent.Provider)
	p.lend(parent.cmds)
}

// InheritBuiltin is Inherit from a provider in Go. Its commands are named after
// their binaries.
func (p *Provider) InheritBuiltin(parent *ral.Provider) {
	p.builtin = parent
	p.needs(parent)
	var cmds []access.Command
	for _, c := range parent.Commands {
		cmds = append(cmds, access.Command{Name: path.Base(c.Binary), Command: c})
	}
	p.lend(cmds)
}

// needs inherits the operations that need root.
func (p *Provider) needs(parent *ral.Provider) {
	if p.NeedsRoot == "" {
		p.NeedsRoot, p.UserMayWriteRoot = parent.NeedsRoot, parent.UserMayWriteRoot
	}
}

func (p *Provider) lend(cmds []access.Command) {
	for _, c := range cmds {
		c.Optional = true
		p.Commands = append(p.Commands, c.Command)
		if !p.hasCommand(c.Name) {
			p.cmds = append(p.cmds, c)
		}
	}
}

func (p *Provider) hasCommand(name string) bool {
	for _, c := range p.cmds {
		if c.Name == name {
			return true
		}
	}
	return false
}

// super returns the operations of the ancestor that is built in or has a different type,
// if any. It omits batches and predictions if a hook changes the host, because they do
// not account for hooks.
func (b *behaviour) super() ral.Ops {
	p := b.p
	if p.builtin == nil {
		return ral.Ops{}
	}
	o := p.builtin.NewOps()
	if b.h.asParent != nil {
		o = onhost.Adapt(p.builtin, b.mapping)
	}
	h := b.h
	if h.create != nil || h.destroy != nil || h.set != nil || h.setters != nil || h.flush != nil || h.methods != nil {
		o.Group, o.Predict = ral.Group{Prefetch: o.Group.Prefetch}, nil
	}
	return o
}

// mapping returns the attributes of the parent's type that represent a resource.
func (b *behaviour) mapping(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Attr, error) {
	out, err := b.reads(ctx, b.h.asParent, rd, r).call()
	if err != nil {
		return nil, err
	}
	dict, ok := out.(*starlark.Dict)
	if !ok {
		return nil, b.h.asParent.Wrong(out, "a dict of attributes of "+b.p.builtin.Type)
	}
	var attrs []ral.Attr
	for _, item := range dict.Items() {
		name, err := convert.TextKey("as_parent", item[0])
		if err != nil {
			return nil, b.h.asParent.Wrong(out, "a dict of attributes of "+b.p.builtin.Type)
		}
		v, err := convert.ToValue(item[1])
		if err != nil {
			return nil, b.h.asParent.Wrong(item[1], "a value of "+name)
		}
		if !v.IsNil() {
			attrs = append(attrs, ral.Attr{Name: name, Value: v})
		}
	}
	return attrs, nil
}

// MapsToParent reports whether the provider has a hook that represents its resources for
// a parent of a different type.
func (p *Provider) MapsToParent() bool { return p.hooks.asParent != nil }

// read returns a retrieve function. If there is a hook exists, it determines whether the
// resource exists; the rest comes from the ancestor or the hook retrieve.
func (b *behaviour) read(all func(context.Context, host.Reader, *ral.Resource) (*ral.Instance, error)) func(context.Context, host.Reader, *ral.Resource) (*ral.Instance, error) {
	if b.h.exists == nil || all == nil {
		return all
	}
	return func(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
		if there, err := b.exists(ctx, rd, r); err != nil || !there {
			return ral.AbsentInstance(r.Type, r.Name()), err
		}
		return all(ctx, rd, r)
	}
}

// setOther sets a property without a setter in the file.
func (b *behaviour) setOther(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch {
	case b.parent.Set != nil:
		return b.parent.Set(ctx, wr, r, attr, should)
	case b.h.flush != nil || b.parent.Flush != nil:
		r.Pend(attr, should)
		return nil
	}
	return fmt.Errorf("provider %s cannot set %s: add a setter at %s", b.p.Name, attr, b.p.Origin.Pos)
}

// sets returns the properties that have a setter, nil for all.
func (b *behaviour) sets() []string {
	if b.h.set != nil || b.parent.Set != nil || b.h.flush != nil || b.parent.Flush != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.h.setters))
}

// call calls a method by name.
func (b *behaviour) call(ctx context.Context, wr host.Writer, r *ral.Resource, method string) error {
	switch k := b.h.methods[method]; {
	case k != nil:
		return b.does(ctx, k, wr, r).nothing()
	case b.parent.Call != nil:
		return b.parent.Call(ctx, wr, r, method)
	}
	return fmt.Errorf("provider %s does not define the method %s", b.p.Name, method)
}

// ask calls a read-only method, and returns its result, absent for None.
func (b *behaviour) ask(ctx context.Context, rd host.Reader, r *ral.Resource, method string) (value.Value, error) {
	k := b.h.methods[method]
	if k == nil {
		return b.parent.Ask(ctx, rd, r, method)
	}
	return b.asked(ctx, k, rd, r)
}
