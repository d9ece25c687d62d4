package star

import (
	"context"
	"fmt"
	"sync"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// behaviour is a provider in one run. Its hooks share self.state, a dict that
// lives and dies with the run, so one of them runs at a time.
type behaviour struct {
	p     *Provider
	h     *providerHooks
	mu    sync.Mutex
	state *starlark.Dict
}

func newBehaviour(p *Provider) *behaviour {
	return &behaviour{p: p, h: p.hooks, state: starlark.NewDict(0)}
}

// forget empties self.state: what was read ahead may be so no longer.
func (b *behaviour) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.state.Clear() // it is neither frozen nor walked, since no hook runs
}

// ops fills in what the file defines and nothing else.
func (b *behaviour) ops() ral.Ops {
	var o ral.Ops
	h := b.h
	if h.instances != nil {
		o.List = b.list
	}
	if h.prefetch != nil {
		o.Prefetch = func(ctx context.Context, look host.Look, all []*ral.Resource) error {
			return b.looks(ctx, h.prefetch, look, nil, resources(all)).of(all[0].Type).nothing()
		}
		o.Forget = b.forget
	}
	if h.retrieve != nil {
		o.Retrieve = b.retrieve
	}
	if h.exists != nil {
		o.Exists = func(ctx context.Context, look host.Look, r *ral.Resource) (bool, error) {
			return b.looks(ctx, h.exists, look, r).truth()
		}
	}
	if h.get != nil || h.getters != nil {
		o.Get = b.get
	}
	b.changes(&o)
	b.several(&o)
	if h.insync != nil {
		o.InSync = b.insync
	}
	if h.foresee != nil {
		o.Foresee = b.foresee
	}
	if h.finish != nil {
		o.Finish = func(ctx context.Context, look host.Look) error { return b.looks(ctx, h.finish, look, nil).nothing() }
	}
	return o
}

// changes are the operations that are given the host to change.
func (b *behaviour) changes(o *ral.Ops) {
	one := func(k *hook) func(context.Context, host.Change, *ral.Resource) error {
		if k == nil {
			return nil
		}
		return func(ctx context.Context, c host.Change, r *ral.Resource) error { return b.does(ctx, k, c, r).nothing() }
	}
	o.Create, o.Destroy, o.Flush, o.Refresh = one(b.h.create), one(b.h.destroy), one(b.h.flush), one(b.h.refresh)
	if b.h.set != nil || b.h.setters != nil {
		o.Set = func(ctx context.Context, c host.Change, r *ral.Resource, attr string, should value.Value) error {
			switch k := b.h.setters[attr]; {
			case k != nil:
				return b.does(ctx, k, c, r, fromValue(should)).nothing()
			case b.h.set != nil:
				return b.does(ctx, b.h.set, c, r, starlark.String(attr), fromValue(should)).nothing()
			}
			return fmt.Errorf("provider %s cannot set %s: %s has no setter of it", b.p.Name, attr, b.p.Origin.Pos)
		}
	}
	if b.h.methods != nil {
		o.Methods = b.h.order
		o.Call = func(ctx context.Context, c host.Change, r *ral.Resource, method string) error {
			if k := b.h.methods[method]; k != nil {
				return b.does(ctx, k, c, r).nothing()
			}
			return fmt.Errorf("provider %s has no method %s", b.p.Name, method)
		}
	}
}

// several are the operations on more than one resource.
func (b *behaviour) several(o *ral.Ops) {
	if b.h.setMany != nil {
		o.SetMany = func(ctx context.Context, c host.Change, all []*ral.Resource) error {
			return b.does(ctx, b.h.setMany, c, nil, resources(all)).of(all[0].Type).nothing()
		}
	}
	if b.h.flushMany != nil {
		o.FlushMany = func(ctx context.Context, c host.Change, all []*ral.Resource) []error {
			return b.does(ctx, b.h.flushMany, c, nil, resources(all)).of(all[0].Type).each(len(all))
		}
	}
	if b.h.joins != nil {
		o.Joins = func(ctx context.Context, look host.Look, first, r *ral.Resource) bool {
			ok, err := b.looks(ctx, b.h.joins, look, nil, asResource(first), asResource(r)).of(r.Type).truth()
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
