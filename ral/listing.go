package ral

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"ralsh/ral/host"
)

// ListDeadline is the timeout for listing with a provider.
const ListDeadline = 30 * time.Second

// Listing is the argument of a Lister.
type Listing struct {
	Reader   host.Reader
	Type     *Type
	Provider *Provider
	yield    func(*Instance)
	nameless bool
	last     *Instance  // last yielded
	room     []*reading // of last, for the next instance
	count    int        // number yielded
}

// yieldsEvery is the number of instances after which a listing yields the
// processor.
const yieldsEvery = 64

// NewInstance returns an instance of the listed type.
func (in *Listing) NewInstance(name string) *Instance {
	room := in.room
	if in.room = nil; room == nil {
		room = roomFor(in.Type)
	}
	return &Instance{Name: name, Type: in.Type, Provider: in.Provider, Local: true, readings: room, before: in.last}
}

// Yield reports an instance, which must not be changed afterwards. An instance
// without a name is an error of the provider, and the listing fails
// (semantics.md P30).
func (in *Listing) Yield(inst *Instance) {
	if inst.Name == "" {
		in.nameless = true
		return
	}
	in.room, in.last = inst.compact(), inst
	in.yield(inst)
	// Otherwise a listing of 100,000 instances keeps the processor for its
	// whole time slice of 10 ms, and the user interface waits.
	if in.count++; in.count%yieldsEvery == 0 {
		runtime.Gosched()
	}
}

// To returns the same listing with a different yield, for a provider that lists with
// the code of a different provider and adds to its instances.
func (in *Listing) To(yield func(*Instance)) *Listing {
	return &Listing{Reader: in.Reader, Type: in.Type, Provider: in.Provider, yield: yield}
}

// ListEvent is a step of a listing: some instances of a provider, or its end.
type ListEvent struct {
	Provider *Provider
	Found    []*Instance // in the order of the provider
	Done     bool
	Started  bool
	Trace    *host.Trace // a command that was started or ended
	Count    int         // of Done: total number
	Elapsed  time.Duration
	Err      error // of Done; the instances before it are valid

	Looked     []string // of Done: the first files and directories that it read, or tried to read
	LookedMore bool     // it also read other files
}

// Ran returns how long a command took, if the event is its end.
func (ev ListEvent) Ran() (took time.Duration, ended bool) {
	if ev.Trace == nil || ev.Trace.Stage != host.Finished {
		return 0, false
	}
	return ev.Trace.Result.Elapsed, true
}

// Sources returns the suitable providers to list, one per source: the default first,
// then the rest in order of registration (semantics.md P40).
func (e *Env) Sources(ctx context.Context, t *Type) []*Provider {
	var list []*Provider
	seen := make(map[string]bool)
	take := func(p *Provider) {
		if p.ops.List != nil && !seen[p.source()] && e.Explain(ctx, p).Suitable() {
			seen[p.source()] = true
			list = append(list, p)
		}
	}
	if w := e.Elect(ctx, t).Winner; w != nil {
		take(w)
	}
	for _, p := range t.providers {
		take(p)
	}
	return list
}

// List lists all sources concurrently, each with its own timeout, and returns after all
// have ended. It calls emit from one goroutine at a time. A provider that fails does
// not affect the others. List marks the secrets of earlier runs.
func (e *Env) List(ctx context.Context, t *Type, emit func(ListEvent)) {
	serial := oneAtATime(emit)
	var wg sync.WaitGroup
	for _, p := range e.Sources(ctx, t) {
		wg.Go(func() { e.listOne(ctx, p, serial) })
	}
	wg.Wait()
}

// oneAtATime serialises emit, because the output and the standard error of a
// command are reported concurrently.
func oneAtATime(emit func(ListEvent)) func(ListEvent) {
	var mu sync.Mutex
	return func(ev ListEvent) {
		mu.Lock()
		defer mu.Unlock()
		emit(ev)
	}
}

func (e *Env) listOne(ctx context.Context, p *Provider, emit func(ListEvent)) {
	start := e.rd.Now()
	emit(ListEvent{Provider: p, Started: true})
	ctx, cancel := context.WithTimeout(ctx, ListDeadline)
	defer cancel()
	var cut truncations
	ctx = host.WithTrace(ctx, func(t host.Trace) {
		cut.see(t)
		emit(ListEvent{Provider: p, Trace: &t})
	})
	var in readPaths
	ctx = host.WithReadTrace(ctx, in.add)
	b := batch{provider: p, emit: emit, mark: e.marks(ctx, p.ty)}
	err := NewRun(e, e.rd).list(ctx, p, b.add)
	if short := cut.err(); short != nil {
		err = errors.Join(err, short)
	}
	b.flush()
	places, more := in.places()
	emit(ListEvent{Provider: p, Done: true, Count: b.count, Elapsed: e.rd.Since(start), Err: err, Looked: places, LookedMore: more})
}

// batch groups instances. The first group is small, so that a list appears immediately;
// later groups have hundreds.
type batch struct {
	provider *Provider
	emit     func(ListEvent)
	mark     func(*Instance) *Instance // nil without secrets
	found    []*Instance
	count    int
}

func (b *batch) add(inst *Instance) {
	if b.mark != nil {
		inst = b.mark(inst)
	}
	b.found = append(b.found, inst)
	b.count++
	if len(b.found) >= 256 {
		b.flush()
	}
}

func (b *batch) flush() {
	if len(b.found) > 0 {
		b.emit(ListEvent{Provider: b.provider, Found: b.found, Count: b.count})
		b.found = nil
	}
}

// FindResult is the result of a provider for a name.
type FindResult struct {
	Provider *Provider
	Found    *Instance // nil if Err is set
	Elapsed  time.Duration
	Err      error
}

// Find searches every source for a resource, concurrently. at are attributes that
// locate it, see Type.Places. A source without the resource returns an absent Instance.
// Find marks the secrets of earlier runs.
func (e *Env) Find(ctx context.Context, t *Type, name string, at ...Attr) []FindResult {
	answers := e.FindUnmarked(ctx, t, name, at...)
	for i := range answers {
		if seen := &answers[i]; seen.Err == nil {
			seen.Found = e.Mark(ctx, seen.Found)
		}
	}
	return answers
}

// FindUnmarked is Find for a result that is not shown: it marks only attributes that
// are secret by their type.
func (e *Env) FindUnmarked(ctx context.Context, t *Type, name string, at ...Attr) []FindResult {
	sources := e.Readers(ctx, t)
	answers := make([]FindResult, len(sources))
	var wg sync.WaitGroup
	for i, p := range sources {
		wg.Go(func() { answers[i] = e.findOne(ctx, p, name, at) })
	}
	wg.Wait()
	return answers
}

// amongAll looks for a name in the listing of a provider.
func (e *Env) amongAll(ctx context.Context, p *Provider, name string) (*Instance, error) {
	found := AbsentInstance(p.ty, name)
	err := NewRun(e, e.rd).list(ctx, p, func(inst *Instance) {
		if inst.Name == name {
			found = inst
		}
	})
	return found, err
}

// Readers returns the providers that can find a name: Sources, and the providers that
// cannot list.
func (e *Env) Readers(ctx context.Context, t *Type) []*Provider {
	list := e.Sources(ctx, t)
	seen := make(map[string]bool)
	for _, p := range list {
		seen[p.source()] = true
	}
	for _, p := range t.providers {
		if !seen[p.source()] && e.Explain(ctx, p).Suitable() {
			seen[p.source()] = true
			list = append(list, p)
		}
	}
	return list
}

func (e *Env) findOne(ctx context.Context, p *Provider, name string, at []Attr) FindResult {
	start := e.rd.Now()
	ctx, cancel := context.WithTimeout(ctx, ListDeadline)
	defer cancel()
	r, diags := e.Build(ctx, Decl{Type: p.ty.Name, Title: name, Provider: p.Name, Attrs: at})
	s := FindResult{Provider: p, Err: diags.Err()}
	switch {
	case s.Err == nil:
		s.Found, s.Err = NewRun(e, e.rd).Retrieve(ctx, r)
	case p.FromDeclared && p.ops.List != nil && !slices.ContainsFunc(diags, func(d Diag) bool { return d.Attr != "" }):
		// The type requires more attributes than the name.
		s.Found, s.Err = e.amongAll(ctx, p, name)
	}
	s.Elapsed = e.rd.Since(start)
	return s
}

// Places returns the attributes that identify or locate a resource of the type.
func (t *Type) Places(attrs []Attr) []Attr {
	var at []Attr
	for _, given := range attrs {
		if a := t.Attr(given.Name); a != nil && t.Locates(a) {
			at = append(at, given)
		}
	}
	return at
}

// Locates reports whether an attribute identifies or locates a resource. Modules do not
// declare which parameters their providers use for this, so any parameter may.
func (t *Type) Locates(a *Attribute) bool {
	return a.Namevar || a.LocatesResource || a.Kind == Param && !a.Sensitive && !t.Origin.BuiltIn()
}

// ListBy lists with a provider, even if it shares its source. Its events are the events
// of List.
func (e *Env) ListBy(ctx context.Context, p *Provider, emit func(ListEvent)) {
	if p.ops.List == nil {
		emit(ListEvent{Provider: p, Done: true, Err: ErrNoListing})
		return
	}
	e.listOne(ctx, p, oneAtATime(emit))
}
