package ral

import (
	"context"
	"errors"
	"sync"

	"ralsh/ral/host"
)

// Run is a use of the providers: a listing, a plan, an apply. Behaviours are created
// once per run, so they cache data for the duration of the run.
type Run struct {
	env *Env
	rd  host.Reader

	mu    sync.Mutex
	alive map[*Provider]*runningOps
}

type runningOps struct {
	ops    Ops
	rd     host.Reader
	once   sync.Once
	listed map[string]*Instance
	err    error
}

// NewRun returns a Run that reads through rd: the host or the recorder of a plan.
func NewRun(e *Env, rd host.Reader) *Run {
	return &Run{env: e, rd: rd, alive: make(map[*Provider]*runningOps)}
}

// Env returns the registry and host of the run.
func (run *Run) Env() *Env { return run.env }

// Reader returns the reader for a provider, which accepts only its queries.
func (run *Run) Reader(p *Provider) host.Reader { return run.of(p).rd }

// Ops returns the behaviours of a provider in this run.
func (run *Run) Ops(p *Provider) Ops { return run.of(p).ops }

func (run *Run) of(p *Provider) *runningOps {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil {
		m := measured{p, run.env.rd}
		a = &runningOps{ops: m.writes(m.reads(p.NewOps())), rd: run.rd.Allow(p.Queries(run.rd.Root())...)}
		run.alive[p] = a
	}
	return a
}

// Forget drops the cached data of a provider, so that the next Retrieve reads again.
func (run *Run) Forget(p *Provider) {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil || a.ops.Forget == nil {
		delete(run.alive, p)
		return
	}
	a.ops.Forget()
	run.alive[p] = &runningOps{ops: a.ops, rd: a.rd}
}

func (run *Run) list(ctx context.Context, p *Provider, yield func(*Instance)) error {
	in := &Listing{Reader: run.Reader(p), Type: p.ty, Provider: p, yield: yield}
	err := Guard(func() error { return run.of(p).ops.List(ctx, in) })
	if err == nil && in.nameless {
		return &NamelessError{p}
	}
	return err
}

// Prefetches reports whether a provider reads once for all its resources: by
// Group.Prefetch, or by listing if it has no other method.
func (run *Run) Prefetches(p *Provider) bool {
	ops := run.of(p).ops
	return ops.Group.Prefetch != nil || ops.Hash()
}

// Prefetch prepares a provider for its resources of this run (semantics.md
// X10).
func (run *Run) Prefetch(ctx context.Context, p *Provider, all []*Resource) error {
	if group := run.of(p).ops.Group; group.Prefetch != nil {
		return Guard(func() error { return group.Prefetch(ctx, run.Reader(p), all) })
	}
	_, err := run.listedOnce(ctx, p)
	return err
}

// Retrieve reads all properties of a resource. A provider that only lists is
// listed once and the resource found by its key. A missing resource is an
// absent Instance, not an error.
func (run *Run) Retrieve(ctx context.Context, r *Resource) (*Instance, error) {
	p := r.Provider
	if p == nil {
		return nil, run.env.NoProvider(ctx, r.Type)
	}
	if s := run.env.Explain(ctx, p); !s.Suitable() {
		return nil, &UnsuitableError{s}
	}
	return run.Read(ctx, r, nil)
}

// Read is Retrieve for a resource whose provider is suitable. If the provider has
// getters or is a SelectiveRetriever, it reads only the properties that wanted accepts;
// nil accepts all.
func (run *Run) Read(ctx context.Context, r *Resource, wanted func(*Attribute) bool) (*Instance, error) {
	p := r.Provider
	if p == nil {
		return run.unprovided(r, wanted)
	}
	var inst *Instance
	err := Guard(func() (err error) {
		if err = run.resolve(ctx, p, r); err != nil {
			return err
		}
		if inst, err = run.retrieve(ctx, p, r, wanted); err != nil {
			return err
		}
		return run.take(ctx, r, inst.Wants)
	})
	if err != nil {
		return nil, err
	}
	inst.Provider = p
	inst.locatedBy(r)
	return inst, nil
}

// resolve sets the values of a resource that only the host can provide.
func (run *Run) resolve(ctx context.Context, p *Provider, r *Resource) error {
	ops := run.of(p).ops
	if ops.Resolve == nil {
		return nil
	}
	attrs, err := ops.Resolve(ctx, run.Reader(p), r)
	return errors.Join(err, run.take(ctx, r, attrs))
}

// take replaces desired values of a resource.
func (run *Run) take(ctx context.Context, r *Resource, attrs []Attr) error {
	b := builder{ctx: ctx, env: run.env, r: r}
	for _, attr := range attrs {
		a := r.Type.Attr(attr.Name)
		b.validateAndMunge(assignment{a: a, secret: a.Sensitive || attr.Value.IsSecret()}, a.elements(attr.Value))
	}
	return b.diags.Err()
}

// unprovided returns an instance of a type without provider, unless a property
// is to be read.
func (run *Run) unprovided(r *Resource, wanted func(*Attribute) bool) (*Instance, error) {
	for _, a := range r.Type.props {
		if wanted == nil || wanted(a) {
			return nil, &NoProviderError{Type: r.Type}
		}
	}
	return NewInstance(r.Type, r.Name()), nil
}
