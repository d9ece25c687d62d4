package star

import (
	"context"
	"fmt"
	"slices"
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

// ops fills in what the file defines and nothing else.
func (b *behaviour) ops() ral.Ops {
	var o ral.Ops
	h := b.h
	if h.instances != nil {
		o.List = b.list
	}
	if h.prefetch != nil {
		o.Prefetch = func(ctx context.Context, look host.Look, all []*ral.Resource) error {
			return b.looks(ctx, h.prefetch, look, nil, resources(all)).nothing()
		}
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
			return b.does(ctx, b.h.setMany, c, nil, resources(all)).nothing()
		}
	}
	if b.h.flushMany != nil {
		o.FlushMany = func(ctx context.Context, c host.Change, all []*ral.Resource) []error {
			err := b.does(ctx, b.h.flushMany, c, nil, resources(all)).nothing()
			return slices.Repeat([]error{err}, len(all))
		}
	}
	if b.h.joins != nil {
		o.Joins = func(ctx context.Context, look host.Look, first, r *ral.Resource) bool {
			ok, err := b.looks(ctx, b.h.joins, look, nil, asResource(first), asResource(r)).truth()
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

// started is a call that is ready: the hook, its self, and the rest.
type started struct {
	b    *behaviour
	k    *hook
	self *machine
	args []starlark.Value
}

func (b *behaviour) looks(ctx context.Context, k *hook, look host.Look, r *ral.Resource, args ...starlark.Value) started {
	return b.start(k, looker(ctx, look, b.p.cmds, r), args)
}

func (b *behaviour) does(ctx context.Context, k *hook, c host.Change, r *ral.Resource, args ...starlark.Value) started {
	return b.start(k, changer(ctx, c, b.p.cmds, r), args)
}

func (b *behaviour) start(k *hook, self *machine, args []starlark.Value) started {
	self.state = b.state
	return started{b, k, self, append([]starlark.Value{self}, args...)}
}

func (s started) call() (starlark.Value, error) {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	defer s.self.end()
	return s.k.call(s.self.ctx, s.args...)
}

func (s started) nothing() error {
	out, err := s.call()
	if err == nil && out != starlark.None {
		return s.k.wrong(out, "nothing")
	}
	return err
}

func (s started) truth() (bool, error) {
	out, err := s.call()
	if err != nil {
		return false, err
	}
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, s.k.wrong(out, "True or False")
	}
	return bool(b), nil
}
