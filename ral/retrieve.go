package ral

import (
	"context"

	"ralsh/ral/value"
)

// retrieve reads a resource in the way that the provider supports. Values of getters
// override values of Retrieve.
func (run *Run) retrieve(ctx context.Context, p *Provider, r *Resource, wanted func(*Attribute) bool) (inst *Instance, err error) {
	ops := run.of(p).ops
	switch {
	case ops.RetrieveWanted != nil && wanted != nil:
		inst, err = ops.RetrieveWanted(ctx, run.Reader(p), r, wanted)
	case ops.Retrieve != nil:
		inst, err = ops.Retrieve(ctx, run.Reader(p), r)
	case ops.Hash():
		inst, err = run.lookup(ctx, ops, p, r)
	default:
		return run.eachGetter(ctx, ops, p, r, wanted)
	}
	if err != nil || len(ops.Getters) == 0 || !inst.Present() {
		return inst, err
	}
	return inst, run.getters(ctx, ops, p, r, inst, wanted)
}

// lookup finds the resource in the listing. Exists takes precedence.
func (run *Run) lookup(ctx context.Context, ops Ops, p *Provider, r *Resource) (*Instance, error) {
	there := false
	if ops.Exists != nil {
		var err error
		if there, err = ops.Exists(ctx, run.Reader(p), r); err != nil || !there {
			return AbsentInstance(r.Type, r.Name()), err
		}
	}
	listed, err := run.listedOnce(ctx, p)
	if err != nil {
		return nil, err
	}
	if inst := listed[r.Identity()]; inst != nil {
		return inst.Clone(), nil
	}
	if there {
		return existing(r), nil
	}
	return AbsentInstance(r.Type, r.Name()), nil
}

// existing returns an instance that exists, without further properties.
func existing(r *Resource) *Instance {
	inst := NewInstance(r.Type, r.Name())
	if r.Type.HasEnsure() {
		inst.Set("ensure", value.Present())
	}
	return inst
}

func (run *Run) listedOnce(ctx context.Context, p *Provider) (map[string]*Instance, error) {
	a := run.of(p)
	a.once.Do(func() {
		a.listed = make(map[string]*Instance)
		a.err = run.list(ctx, p, func(inst *Instance) {
			if id := inst.Identity(ctx); a.listed[id] == nil {
				a.listed[id] = inst
			}
		})
	})
	return a.listed, a.err
}

// eachGetter reads with Exists and Get. If the resource does not exist, no
// property is read (semantics.md T55).
func (run *Run) eachGetter(ctx context.Context, ops Ops, p *Provider, r *Resource, wanted func(*Attribute) bool) (*Instance, error) {
	if ops.Exists != nil {
		there, err := ops.Exists(ctx, run.Reader(p), r)
		if err != nil {
			return nil, err
		}
		if !there {
			return AbsentInstance(r.Type, r.Name()), nil
		}
	}
	inst := NewInstance(r.Type, r.Name())
	if ops.Exists != nil {
		inst = existing(r)
	}
	ops.Getters = nil // the listing is the only source
	return inst, run.getters(ctx, ops, p, r, inst, wanted)
}

// getters sets the properties that Get returns on inst.
func (run *Run) getters(ctx context.Context, ops Ops, p *Provider, r *Resource, inst *Instance, wanted func(*Attribute) bool) error {
	for _, a := range r.Type.props {
		if !ops.gets(a.Name) || a.Name == "ensure" && ops.Exists != nil || len(p.missing(a.Features)) > 0 || wanted != nil && !wanted(a) {
			continue
		}
		is, err := ops.Get(ctx, run.Reader(p), r, a.Name)
		if err != nil {
			return err
		}
		inst.Set(a.Name, is)
		if a.Name == "ensure" && is.IsAbsent() {
			*inst = *AbsentInstance(r.Type, r.Name())
			return nil
		}
	}
	return nil
}
