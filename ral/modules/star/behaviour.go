package star

import (
	"context"
	"slices"
	"sync"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// behaviour is a provider in a run. Its hooks share self.state, a dict that lasts as
// long as the run, so only a single hook runs at a time.
type behaviour struct {
	p      *Provider
	h      *providerHooks
	parent ral.Ops // of the built-in ancestor
	mu     sync.Mutex
	state  *starlark.Dict
}

func newBehaviour(p *Provider) *behaviour {
	b := &behaviour{p: p, h: p.hooks, state: starlark.NewDict(0)}
	b.parent = b.super()
	return b
}

// forget empties self.state, because prefetched state may be outdated.
func (b *behaviour) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.state.Clear() // cannot fail: no hook is running
}

// ops returns the hooks of the file on top of the operations of a built-in
// parent.
func (b *behaviour) ops() ral.Ops {
	o, h := b.parent, b.h
	if forget := o.Forget; forget != nil {
		o.Forget = func() { forget(); b.forget() }
	}
	if h.instances != nil {
		o.List = b.list
	}
	if h.prefetch != nil {
		o.Group.Prefetch = func(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
			return b.reads(ctx, h.prefetch, rd, nil, resources(all)).with(all[0]).nothing()
		}
		if b.p.builtin == nil {
			o.Forget = b.forget
		}
	}
	if h.retrieve != nil {
		o.Retrieve = b.retrieve
	}
	if h.exists != nil {
		o.Exists = b.exists
	}
	o.Retrieve = b.read(o.Retrieve)
	if h.get != nil || h.getters != nil {
		o.Get, o.Getters = b.get, b.gets()
	}
	b.changes(&o)
	b.several(&o.Group)
	if h.insync != nil {
		o.InSync = b.insync
	}
	if h.predict != nil {
		o.Predict = b.predict
	}
	if h.finish != nil {
		o.Finish = func(ctx context.Context, rd host.Reader) error { return b.reads(ctx, h.finish, rd, nil).nothing() }
	}
	return o
}

// changes sets the operations that get a writer.
func (b *behaviour) changes(o *ral.Ops) {
	one := func(to *func(context.Context, host.Writer, *ral.Resource) error, k *script.Hook) {
		if k != nil {
			*to = func(ctx context.Context, wr host.Writer, r *ral.Resource) error {
				return b.does(ctx, k, wr, r).nothing()
			}
		}
	}
	one(&o.Create, b.h.create)
	one(&o.Destroy, b.h.destroy)
	one(&o.Flush, b.h.flush)
	one(&o.Refresh, b.h.refresh)
	if b.h.set != nil || b.h.setters != nil {
		o.Setters = b.sets()
		o.Set = func(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
			switch k := b.h.setters[attr]; {
			case k != nil:
				return b.does(ctx, k, wr, r, convert.FromAttr(r.Type.Attr(attr), should)).nothing()
			case b.h.set != nil:
				return b.does(ctx, b.h.set, wr, r, starlark.String(attr), convert.FromAttr(r.Type.Attr(attr), should)).nothing()
			}
			return b.setOther(ctx, wr, r, attr, should)
		}
	}
	if b.h.methods != nil {
		o.Methods = append(slices.Clone(b.h.order), o.Methods...)
		o.Call, o.Ask = b.call, b.ask
	}
}

// several sets the operations on several resources. With set_batch, flush_batch is not
// called, and each resource is flushed separately.
func (b *behaviour) several(g *ral.Group) {
	switch {
	case b.h.setBatch != nil:
		g.Sets = true
		g.Write = func(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
			err := b.does(ctx, b.h.setBatch, wr, nil, resources(all)).with(all[0]).nothing()
			return slices.Repeat([]error{err}, len(all))
		}
	case b.h.flushBatch != nil:
		g.Sets = false
		g.Write = func(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
			return b.does(ctx, b.h.flushBatch, wr, nil, resources(all)).with(all[0]).each(len(all))
		}
	}
	if b.h.canBatch != nil {
		g.Can = func(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
			ok, err := b.reads(ctx, b.h.canBatch, rd, nil, asResource(first), asResource(r)).with(r).truth()
			return ok && err == nil
		}
	}
}

func resources(all []*ral.Resource) starlark.Value {
	items := make([]starlark.Value, len(all))
	for i, r := range all {
		items[i] = asResource(r)
	}
	return starlark.NewList(items)
}
