package ral

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Env is a registry on a host. It caches which providers are suitable and which is the
// default. It is safe for concurrent use.
type Env struct {
	Registry *Registry
	// Files opens the URLs of sources. It may be nil.
	Files FileServer
	// Functions are the functions that deferred values call. It may be nil.
	Functions Functions
	// Secrets returns a function that marks the secrets of earlier runs in the
	// instances of a type, or nil. It may be nil.
	Secrets func(context.Context, *Type) func(*Instance) *Instance

	rd    host.Reader
	facts Facts
	gen   atomic.Uint64

	mu         sync.Mutex
	containers map[string]*Type
	verdicts   map[*Provider]kept[Suitability]
	elections  map[*Type]kept[Election]
}

type kept[T any] struct {
	gen uint64
	val T
}

// NewEnv returns an Env. If facts is nil, no fact is known.
func NewEnv(reg *Registry, rd host.Reader, facts Facts) *Env {
	if facts == nil {
		facts = noFacts{}
	}
	return &Env{
		Registry: reg, rd: rd, facts: facts,
		verdicts:  make(map[*Provider]kept[Suitability]),
		elections: make(map[*Type]kept[Election]),
	}
}

type noFacts struct{}

func (noFacts) Fact(context.Context, string) (value.Value, error) { return value.Value{}, nil }

// Reader returns the reader of the host.
func (e *Env) Reader() host.Reader { return e.rd }

// Facts returns the facts that confines and defaults use.
func (e *Env) Facts() Facts { return e.facts }

// WithReader returns an Env for the same registry with a different reader of the host,
// such as the recorder of a plan, without cached results.
func (e *Env) WithReader(rd host.Reader) *Env {
	next := NewEnv(e.Registry, rd, e.facts)
	next.Files, next.Functions = e.Files, e.Functions
	return next
}

// Mark returns an instance that was read for output, with the secrets of earlier
// runs marked.
func (e *Env) Mark(ctx context.Context, inst *Instance) *Instance {
	if mark := e.marks(ctx, inst.Type); mark != nil {
		return mark(inst)
	}
	return inst
}

func (e *Env) marks(ctx context.Context, t *Type) func(*Instance) *Instance {
	if e.Secrets == nil {
		return nil
	}
	return e.Secrets(ctx, t)
}

// Invalidate drops all cached verdicts and elections. It is called after each
// change to the host and when the user tests again.
func (e *Env) Invalidate() { e.gen.Add(1) }

func (e *Env) generation() uint64 { return e.gen.Load() }

func (e *Env) cachedVerdict(p *Provider, gen uint64) (Suitability, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k, ok := e.verdicts[p]
	return k.val, ok && k.gen == gen
}

func (e *Env) keepVerdict(p *Provider, gen uint64, s Suitability) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verdicts[p] = kept[Suitability]{gen, s}
}

func (e *Env) cachedElection(t *Type, gen uint64) (Election, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k, ok := e.elections[t]
	return k.val, ok && k.gen == gen
}

func (e *Env) keepElection(t *Type, gen uint64, el Election) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.elections[t] = kept[Election]{gen, el}
}

// containerType returns the type of a class, a stage or a defined type: a name
// and the metaparameters. Its other parameters do not concern the host.
func (e *Env) containerType(name string) *Type {
	name = strings.ToLower(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	if t := e.containers[name]; t != nil {
		return t
	}
	t := NewRegistry().compile(Type{
		Name:       name,
		Doc:        "Holds other resources.",
		Attributes: []*Attribute{{Name: "name", Kind: Param, Namevar: true}},
	})
	if e.containers == nil {
		e.containers = make(map[string]*Type)
	}
	e.containers[name] = t
	return t
}
