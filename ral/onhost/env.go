package onhost

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Env is a registry on a host. It caches which providers are suitable and which is the
// default. It is safe for concurrent use.
type Env struct {
	ral.Builder
	// Secrets returns a function that marks the secrets of earlier runs in the
	// instances of a type, or nil. It may be nil.
	Secrets func(context.Context, *ral.Type) func(*ral.Instance) *ral.Instance

	rd    host.Reader
	facts condition.Facts
	gen   atomic.Uint64

	mu        sync.Mutex
	verdicts  map[*ral.Provider]kept[Suitability]
	elections map[*ral.Type]kept[Election]
}

type kept[T any] struct {
	gen uint64
	val T
}

// NewEnv returns an Env. If facts is nil, no fact is known.
func NewEnv(reg *ral.Registry, rd host.Reader, facts condition.Facts) *Env {
	if facts == nil {
		facts = noFacts{}
	}
	e := &Env{
		Builder: ral.Builder{Registry: reg}, rd: rd, facts: facts,
		verdicts:  make(map[*ral.Provider]kept[Suitability]),
		elections: make(map[*ral.Type]kept[Election]),
	}
	e.DefaultProvider = func(ctx context.Context, t *ral.Type) *ral.Provider { return e.Elect(ctx, t).Winner }
	return e
}

type noFacts struct{}

func (noFacts) Fact(context.Context, string) (value.Value, error) { return value.Value{}, nil }

// Reader returns the reader of the host.
func (e *Env) Reader() host.Reader { return e.rd }

// Facts returns the facts that confines and defaults use.
func (e *Env) Facts() condition.Facts { return e.facts }

// WithReader returns an Env for the same registry with a different reader of the host,
// such as the recorder of a plan, without cached results.
func (e *Env) WithReader(rd host.Reader) *Env {
	next := NewEnv(e.Registry, rd, e.facts)
	next.Files, next.Functions = e.Files, e.Functions
	return next
}

// Mark returns an instance that was read for output, with the secrets of earlier
// runs marked.
func (e *Env) Mark(ctx context.Context, inst *ral.Instance) *ral.Instance {
	if mark := e.marks(ctx, inst.Type); mark != nil {
		return mark(inst)
	}
	return inst
}

func (e *Env) marks(ctx context.Context, t *ral.Type) func(*ral.Instance) *ral.Instance {
	if e.Secrets == nil {
		return nil
	}
	return e.Secrets(ctx, t)
}

// Invalidate drops all cached verdicts and elections. It is called after each
// change to the host and when the user tests again.
func (e *Env) Invalidate() { e.gen.Add(1) }

func (e *Env) generation() uint64 { return e.gen.Load() }

func (e *Env) cachedVerdict(p *ral.Provider, gen uint64) (Suitability, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k, ok := e.verdicts[p]
	return k.val, ok && k.gen == gen
}

func (e *Env) keepVerdict(p *ral.Provider, gen uint64, s Suitability) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verdicts[p] = kept[Suitability]{gen, s}
}

func (e *Env) cachedElection(t *ral.Type, gen uint64) (Election, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k, ok := e.elections[t]
	return k.val, ok && k.gen == gen
}

func (e *Env) keepElection(t *ral.Type, gen uint64, el Election) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.elections[t] = kept[Election]{gen, el}
}

// PeersAmong returns a function for Resource.Peers that finds a declaration by its type
// and title, as a resource without its rejected attributes. It builds each resource
// once, on first use, because a run may have very many.
func (e *Env) PeersAmong(ctx context.Context, decls []ral.Decl) func(typ, title string) *ral.Resource {
	type key struct{ typ, title string }
	index := sync.OnceValue(func() map[key]func() *ral.Resource {
		at := make(map[key]func() *ral.Resource, len(decls))
		for _, d := range decls {
			at[key{strings.ToLower(d.Type), d.Title}] = sync.OnceValue(func() *ral.Resource {
				r, _ := e.Build(ctx, d)
				return r
			})
		}
		return at
	})
	return func(typ, title string) *ral.Resource {
		if build := index()[key{strings.ToLower(typ), title}]; build != nil {
			return build()
		}
		return nil
	}
}
