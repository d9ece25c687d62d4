package onhost

import (
	"context"
	"errors"
	"slices"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Run is a use of the providers: a listing, a plan, an apply. Behaviours are created
// once per run, so they cache data for the duration of the run.
type Run struct {
	env *Env
	rd  host.Reader

	mu      sync.Mutex
	alive   map[*ral.Provider]*runningOps
	changes []string // see Changed
}

type runningOps struct {
	ops    ral.Ops
	rd     host.Reader
	seen   int // number of changes when it last read
	once   sync.Once
	listed map[string]*ral.Instance
	err    error
}

// NewRun returns a Run that reads through rd: the host or the recorder of a plan.
func NewRun(e *Env, rd host.Reader) *Run {
	return &Run{env: e, rd: rd, alive: make(map[*ral.Provider]*runningOps)}
}

// Env returns the registry and host of the run.
func (run *Run) Env() *Env { return run.env }

// Reader returns the reader for a provider, which accepts only its queries.
func (run *Run) Reader(p *ral.Provider) host.Reader { return run.of(p).rd }

// Ops returns the behaviours of a provider in this run.
func (run *Run) Ops(p *ral.Provider) ral.Ops { return run.of(p).ops }

func (run *Run) of(p *ral.Provider) *runningOps {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil {
		m := measured{p, run.env.rd}
		a = &runningOps{ops: m.writes(m.reads(p.NewOps())), rd: run.rd.Allow(p.Queries(run.rd.Root())...), seen: len(run.changes)}
		run.alive[p] = a
	}
	return a
}

// Changed records a change of the host by this run: the path of a file with its links
// resolved, or "" for any other change.
func (run *Run) Changed(file string) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.changes = append(run.changes, file)
}

// HasChanged reports whether this run changed the host.
func (run *Run) HasChanged() bool {
	run.mu.Lock()
	defer run.mu.Unlock()
	return len(run.changes) > 0
}

// Forget drops the cached data of a provider after its change, so that the next Retrieve
// reads it again.
func (run *Run) Forget(p *ral.Provider) {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil || a.ops.Forget == nil {
		delete(run.alive, p)
		return
	}
	if !run.forgetFiles(a) {
		a.ops.Forget()
	}
	run.alive[p] = &runningOps{ops: a.ops, rd: a.rd, seen: len(run.changes)}
}

// Refresh drops the prefetched data of a provider if this run changed the host since the
// provider read: installing a package also installs and starts its service. In a plan only
// a FileForgetter reads again, since only files show what a plan changes.
func (run *Run) Refresh(p *ral.Provider, planning bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	a := run.alive[p]
	if a == nil || a.seen == len(run.changes) {
		return
	}
	if a.ops.Group.Prefetch != nil && a.ops.Forget != nil && !run.forgetFiles(a) && (!planning || a.ops.ForgetFiles != nil) {
		a.ops.Forget()
	}
	a.seen = len(run.changes)
}

// forgetFiles drops the cached data of the changed files, and reports whether only files
// changed and the provider can do so.
func (run *Run) forgetFiles(a *runningOps) bool {
	changed := run.changes[a.seen:]
	if a.ops.ForgetFiles == nil || len(changed) == 0 || slices.Contains(changed, "") {
		return false
	}
	a.ops.ForgetFiles(changed)
	return true
}

func (run *Run) list(ctx context.Context, p *ral.Provider, yield func(*ral.Instance)) error {
	in := ral.NewListing(run.Reader(p), p, yield)
	err := ral.Guard(func() error { return run.of(p).ops.List(ctx, in) })
	if err == nil && in.Nameless() {
		return &NamelessError{p}
	}
	return err
}

// Prefetches reports whether a provider reads once for all its resources: by
// Group.Prefetch, or by listing if it has no other method.
func (run *Run) Prefetches(p *ral.Provider) bool {
	ops := run.of(p).ops
	return ops.Group.Prefetch != nil || ops.Hash()
}

// Prefetch prepares a provider for its resources of this run (semantics.md
// X10).
func (run *Run) Prefetch(ctx context.Context, p *ral.Provider, all []*ral.Resource) error {
	a := run.of(p)
	run.mu.Lock()
	a.seen = len(run.changes)
	run.mu.Unlock()
	if group := a.ops.Group; group.Prefetch != nil {
		return ral.Guard(func() error { return group.Prefetch(ctx, run.Reader(p), all) })
	}
	_, err := run.listedOnce(ctx, p)
	return err
}

// Retrieve reads all properties of a resource. A provider that only lists is
// listed once and the resource found by its key. A missing resource is an
// absent Instance, not an error.
func (run *Run) Retrieve(ctx context.Context, r *ral.Resource) (*ral.Instance, error) {
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
func (run *Run) Read(ctx context.Context, r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
	p := r.Provider
	if p == nil {
		return run.unprovided(r, selected)
	}
	var inst *ral.Instance
	err := ral.Guard(func() (err error) {
		if err = run.resolve(ctx, p, r); err != nil {
			return err
		}
		if inst, err = run.retrieve(ctx, p, r, selected); err != nil {
			return err
		}
		return r.Replace(ctx, inst.Wants)
	})
	if err != nil {
		return nil, err
	}
	inst.Provider = p
	inst.LocatedBy(r)
	return inst, nil
}

// resolve sets the values of a resource that only the host can provide.
func (run *Run) resolve(ctx context.Context, p *ral.Provider, r *ral.Resource) error {
	ops := run.of(p).ops
	if ops.Resolve == nil {
		return nil
	}
	attrs, err := ops.Resolve(ctx, run.Reader(p), r)
	return errors.Join(err, r.Replace(ctx, attrs))
}

// unprovided returns an instance of a type without provider, unless a property
// is to be read.
func (run *Run) unprovided(r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
	for _, a := range r.Type.Properties() {
		if selected == nil || selected(a) {
			return nil, &NoProviderError{Type: r.Type}
		}
	}
	return ral.NewInstance(r.Type, r.Name()), nil
}

// retrieve reads a resource in the way that the provider supports. Values of getters
// override values of Retrieve.
func (run *Run) retrieve(ctx context.Context, p *ral.Provider, r *ral.Resource, selected func(*ral.Attribute) bool) (inst *ral.Instance, err error) {
	ops := run.of(p).ops
	switch {
	case ops.RetrieveSelected != nil && selected != nil:
		inst, err = ops.RetrieveSelected(ctx, run.Reader(p), r, selected)
	case ops.Retrieve != nil:
		inst, err = ops.Retrieve(ctx, run.Reader(p), r)
	case ops.Hash():
		inst, err = run.lookup(ctx, ops, p, r)
	default:
		return run.eachGetter(ctx, ops, p, r, selected)
	}
	if err != nil || len(ops.Getters) == 0 || !inst.Present() {
		return inst, err
	}
	return inst, run.getters(ctx, ops, p, r, inst, selected)
}

// lookup finds the resource in the listing. Exists takes precedence.
func (run *Run) lookup(ctx context.Context, ops ral.Ops, p *ral.Provider, r *ral.Resource) (*ral.Instance, error) {
	there := false
	if ops.Exists != nil {
		var err error
		if there, err = ops.Exists(ctx, run.Reader(p), r); err != nil || !there {
			return ral.AbsentInstance(r.Type, r.Name()), err
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
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

// existing returns an instance that exists, without further properties.
func existing(r *ral.Resource) *ral.Instance {
	inst := ral.NewInstance(r.Type, r.Name())
	if r.Type.HasEnsure() {
		inst.Set("ensure", value.Present())
	}
	return inst
}

func (run *Run) listedOnce(ctx context.Context, p *ral.Provider) (map[string]*ral.Instance, error) {
	a := run.of(p)
	a.once.Do(func() {
		a.listed = make(map[string]*ral.Instance)
		a.err = run.list(ctx, p, func(inst *ral.Instance) {
			if id := inst.Identity(ctx); a.listed[id] == nil {
				a.listed[id] = inst
			}
		})
	})
	return a.listed, a.err
}

// eachGetter reads with Exists and Get. If the resource does not exist, no
// property is read (semantics.md T55).
func (run *Run) eachGetter(ctx context.Context, ops ral.Ops, p *ral.Provider, r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
	if ops.Exists != nil {
		there, err := ops.Exists(ctx, run.Reader(p), r)
		if err != nil {
			return nil, err
		}
		if !there {
			return ral.AbsentInstance(r.Type, r.Name()), nil
		}
	}
	inst := ral.NewInstance(r.Type, r.Name())
	if ops.Exists != nil {
		inst = existing(r)
	}
	ops.Getters = nil // the listing is the only source
	return inst, run.getters(ctx, ops, p, r, inst, selected)
}

// getters sets the properties that Get returns on inst.
func (run *Run) getters(ctx context.Context, ops ral.Ops, p *ral.Provider, r *ral.Resource, inst *ral.Instance, selected func(*ral.Attribute) bool) error {
	for _, a := range r.Type.Properties() {
		if !ops.Gets(a.Name) || a.Name == "ensure" && ops.Exists != nil || len(p.Lacks(a)) > 0 || selected != nil && !selected(a) {
			continue
		}
		is, err := ops.Get(ctx, run.Reader(p), r, a.Name)
		if err != nil {
			return err
		}
		inst.Set(a.Name, is)
		if a.Name == "ensure" && is.IsAbsent() {
			*inst = *ral.AbsentInstance(r.Type, r.Name())
			return nil
		}
	}
	return nil
}
