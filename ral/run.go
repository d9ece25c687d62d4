package ral

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Run is one use of the providers: a listing, a plan, an apply. Behaviours are
// made once per run, so that what they cache lives and dies with it.
type Run struct {
	env  *Env
	look host.Look

	mu    sync.Mutex
	alive map[*Provider]*alive
}

type alive struct {
	ops    Ops
	once   sync.Once
	listed map[string]*Found
	err    error
}

// NewRun makes a Run that reads through look: the host itself, or the overlay
// of a plan.
func NewRun(e *Env, look host.Look) *Run {
	return &Run{env: e, look: look, alive: make(map[*Provider]*alive)}
}

// Env is the registry and host that the run is about.
func (run *Run) Env() *Env { return run.env }

// Look is the reading side for one provider, with its queries and no others.
func (run *Run) Look(p *Provider) host.Look {
	return run.look.Allow(p.Queries(run.look.Root())...)
}

// Ops are the behaviours of a provider in this run.
func (run *Run) Ops(p *Provider) Ops { return run.of(p).ops }

func (run *Run) of(p *Provider) *alive {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil {
		a = &alive{ops: OpsOf(p.New())}
		run.alive[p] = a
	}
	return a
}

// Forget drops what a hash provider has listed, so that the next Retrieve reads
// the host again.
func (run *Run) Forget(p *Provider) {
	run.mu.Lock()
	defer run.mu.Unlock()
	delete(run.alive, p)
}

func (run *Run) list(ctx context.Context, p *Provider, yield func(*Found)) error {
	in := &Listing{Look: run.Look(p), Type: p.ty, Provider: p, yield: yield}
	err := Guard(func() error { return run.of(p).ops.List(ctx, in) })
	if err == nil && in.nameless {
		return &NamelessError{p}
	}
	return err
}

// Retrieve reads what a resource is. A provider of the hash style is listed
// once and the resource found by name; another one is asked directly. A
// resource that is not there is an absent Found and no error.
func (run *Run) Retrieve(ctx context.Context, r *Resource) (*Found, error) {
	p := r.Provider
	if p == nil {
		return nil, fmt.Errorf("no provider of %s is suitable", r.Type.Name)
	}
	if s := run.env.Explain(ctx, p); !s.Suitable() {
		return nil, &UnsuitableError{s}
	}
	var f *Found
	err := Guard(func() (err error) {
		f, err = run.retrieve(ctx, p, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	f.Provider = p
	return f, nil
}

func (run *Run) retrieve(ctx context.Context, p *Provider, r *Resource) (*Found, error) {
	ops := run.of(p).ops
	switch {
	case ops.Retrieve != nil:
		return ops.Retrieve(ctx, run.Look(p), r)
	case ops.Hash():
		return run.lookup(ctx, p, r)
	}
	return run.eachGetter(ctx, ops, p, r)
}

func (run *Run) lookup(ctx context.Context, p *Provider, r *Resource) (*Found, error) {
	a := run.of(p)
	a.once.Do(func() {
		a.listed = make(map[string]*Found)
		a.err = run.list(ctx, p, func(f *Found) {
			if a.listed[f.Name] == nil {
				a.listed[f.Name] = f
			}
		})
	})
	if a.err != nil {
		return nil, a.err
	}
	if f := a.listed[r.Name()]; f != nil {
		return f.Clone(), nil
	}
	return AbsentFound(r.Type, r.Name()), nil
}

// eachGetter is retrieval by Exists and Get; when the resource is not there no
// property is asked for (semantics.md T55).
func (run *Run) eachGetter(ctx context.Context, ops Ops, p *Provider, r *Resource) (*Found, error) {
	look := run.Look(p)
	if ops.Exists != nil {
		there, err := ops.Exists(ctx, look, r)
		if err != nil {
			return nil, err
		}
		if !there {
			return AbsentFound(r.Type, r.Name()), nil
		}
	}
	f := NewFound(r.Type, r.Name())
	if ops.Exists != nil && r.Type.HasEnsure() {
		f.Set("ensure", value.Present())
	}
	for _, a := range r.Type.props {
		if ops.Get == nil || a.Name == "ensure" && ops.Exists != nil || len(p.missing(a.Features)) > 0 {
			continue
		}
		is, err := ops.Get(ctx, look, r, a.Name)
		if err != nil {
			return nil, err
		}
		f.Set(a.Name, is)
	}
	return f, nil
}

// Guard keeps a panic of a provider from reaching anything else: it comes back
// as an error that says what it was.
func Guard(fn func() error) (err error) {
	defer guarded(&err)
	return fn()
}

// PanicError is a provider that broke.
type PanicError struct{ Value, Stack string }

// Error says what the provider raised.
func (e *PanicError) Error() string { return "the provider broke: " + e.Value }

// UnsuitableError is a resource whose provider does not work here.
type UnsuitableError struct{ Suitability }

// Error says why, by the first test that stands in the way.
func (e *UnsuitableError) Error() string {
	return fmt.Sprintf("provider %s is not suitable: %s", e.Provider.Name, e.Reason())
}

// NamelessError is an instance that a provider lists without a name.
type NamelessError struct{ Provider *Provider }

// Error says which provider.
func (e *NamelessError) Error() string {
	return "provider " + e.Provider.Name + " lists something without a name"
}

// ErrNoListing is a provider that cannot list.
var ErrNoListing = errors.New("this provider cannot list; ask it for one name")

// ErrNotFound is a resource that no provider knows.
var ErrNotFound = errors.New("not found")
