package star

import (
	"context"
	"fmt"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Inherit takes what the parent does and the provider does not: hooks, and the
// commands that those call. Confines, features, defaults and commands as tests are
// not inherited (semantics.md P5).
func (p *Provider) Inherit(parent *Provider) {
	own := p.hooks.over(parent.hooks)
	p.hooks, p.builtin = &own, parent.builtin
	p.needs(&parent.Provider)
	p.lend(parent.cmds)
}

// InheritBuiltin is Inherit of a provider that is written in Go: its commands are
// called by the names of their binaries.
func (p *Provider) InheritBuiltin(parent *ral.Provider) {
	p.builtin = parent
	p.needs(parent)
	var cmds []namedCommand
	for _, c := range parent.Commands {
		cmds = append(cmds, namedCommand{path.Base(c.Binary), c})
	}
	p.lend(cmds)
}

// needs is what an ordinary user may not do of what the parent does.
func (p *Provider) needs(parent *ral.Provider) {
	if p.NeedsRoot == "" {
		p.NeedsRoot, p.UserMayWriteRoot = parent.NeedsRoot, parent.UserMayWriteRoot
	}
}

func (p *Provider) lend(cmds []namedCommand) {
	for _, c := range cmds {
		c.Optional = true
		p.Commands = append(p.Commands, c.Command)
		if !p.hasCommand(c.name) {
			p.cmds = append(p.cmds, c)
		}
	}
}

func (p *Provider) hasCommand(name string) bool {
	for _, c := range p.cmds {
		if c.name == name {
			return true
		}
	}
	return false
}

// super are the operations of the ancestor that is built in, none where there is
// none. Those that act on several at once, or foretell, know nothing of hooks that
// change the host, and are left out beside such.
func (p *Provider) super() ral.Ops {
	if p.builtin == nil {
		return ral.Ops{}
	}
	o := ral.OpsOf(p.builtin.New())
	h := p.hooks
	if h.create != nil || h.destroy != nil || h.set != nil || h.setters != nil || h.flush != nil || h.methods != nil {
		o.SetBatch, o.FlushBatch, o.CanBatch, o.Predict = nil, nil, nil, nil
	}
	return o
}

// read is what one resource is: that it is there says exists, where there is such
// a hook, and all else the ancestor or the hook retrieve.
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

// setOther sets a property that has no setter in the file.
func (b *behaviour) setOther(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch {
	case b.parent.Set != nil:
		return b.parent.Set(ctx, wr, r, attr, should)
	case b.h.flush != nil || b.parent.Flush != nil:
		r.Pend(attr, should)
		return nil
	}
	return fmt.Errorf("provider %s cannot set %s: %s has no setter of it", b.p.Name, attr, b.p.Origin.Pos)
}

// call runs a method by its name.
func (b *behaviour) call(ctx context.Context, wr host.Writer, r *ral.Resource, method string) error {
	switch k := b.h.methods[method]; {
	case k != nil:
		return b.does(ctx, k, wr, r).nothing()
	case b.parent.Call != nil:
		return b.parent.Call(ctx, wr, r, method)
	}
	return fmt.Errorf("provider %s has no method %s", b.p.Name, method)
}
