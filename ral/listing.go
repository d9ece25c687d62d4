package ral

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"ralsh/ral/host"
)

// ListDeadline is how long one provider may take to list.
const ListDeadline = 30 * time.Second

// Listing is what a Lister is given.
type Listing struct {
	Reader   host.Reader
	Type     *Type
	Provider *Provider
	yield    func(*Instance)
	nameless bool
	last     *Instance  // that was handed over
	room     []*reading // of that one, for the next
	count    int        // of those handed over
}

// yieldsEvery is after how many instances a listing lets others run.
const yieldsEvery = 64

// NewInstance makes an instance of the type being listed.
func (in *Listing) NewInstance(name string) *Instance {
	room := in.room
	if in.room = nil; room == nil {
		room = roomFor(in.Type)
	}
	return &Instance{Name: name, Type: in.Type, Provider: in.Provider, Local: true, readings: room, before: in.last}
}

// Yield hands an instance over; it must not be changed afterwards. One without a
// name is a mistake of the provider, and the listing fails (semantics.md P30).
func (in *Listing) Yield(inst *Instance) {
	if inst.Name == "" {
		in.nameless = true
		return
	}
	in.room, in.last = inst.compact(), inst
	in.yield(inst)
	// Who waits for an answer need not wait until a listing of 100,000 has used up its
	// slice of a processor, which is 10 ms.
	if in.count++; in.count%yieldsEvery == 0 {
		runtime.Gosched()
	}
}

// To is the same listing with each instance handed to yield, for a provider
// that lists by another one's code and has a word to add.
func (in *Listing) To(yield func(*Instance)) *Listing {
	return &Listing{Reader: in.Reader, Type: in.Type, Provider: in.Provider, yield: yield}
}

// ListEvent is one step of a listing: some instances of a provider, or its end.
type ListEvent struct {
	Provider *Provider
	Found    []*Instance // sorted as the provider gave them
	Done     bool
	Started  bool
	Trace    *host.Trace // a command that was started or ended
	Count    int         // of Done: how many in all
	Elapsed  time.Duration
	Err      error // of Done; the instances given before stand

	Looked     []string // of Done: the first files and folders that it read, or tried to
	LookedMore bool     // it read others too
}

// Sources are the providers that are asked for a listing: the default first,
// then the others in order of registration, one per source, suitable ones only
// (semantics.md P40).
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

// List asks every source side by side, each with its own deadline, and returns
// when all have ended. emit is called from one goroutine at a time. One
// provider that fails ends with its error and hides no other.
func (e *Env) List(ctx context.Context, t *Type, emit func(ListEvent)) {
	serial := oneAtATime(emit)
	var wg sync.WaitGroup
	for _, p := range e.Sources(ctx, t) {
		wg.Go(func() { e.listOne(ctx, p, serial) })
	}
	wg.Wait()
}

// oneAtATime is emit for several goroutines: the output of a command and its
// standard error are told side by side.
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
	b := batch{provider: p, emit: emit}
	err := NewRun(e, e.rd).list(ctx, p, b.add)
	if short := cut.err(); short != nil {
		err = errors.Join(err, short)
	}
	b.flush()
	places, more := in.places()
	emit(ListEvent{Provider: p, Done: true, Count: b.count, Elapsed: e.rd.Since(start), Err: err, Looked: places, LookedMore: more})
}

// batch hands instances on in groups: the first soon, so that a list appears at
// once, the later ones in hundreds.
type batch struct {
	provider *Provider
	emit     func(ListEvent)
	found    []*Instance
	count    int
}

func (b *batch) add(inst *Instance) {
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

// FindResult is one provider's answer about one name.
type FindResult struct {
	Provider *Provider
	Found    *Instance // nil when Err is set
	Elapsed  time.Duration
	Err      error
}

// Find asks every source about one resource, side by side. at are attributes that
// say where it is, see Type.Places. A source that does not know it answers with an
// absent Instance.
func (e *Env) Find(ctx context.Context, t *Type, name string, at ...Attr) []FindResult {
	sources := e.Readers(ctx, t)
	answers := make([]FindResult, len(sources))
	var wg sync.WaitGroup
	for i, p := range sources {
		wg.Go(func() { answers[i] = e.findOne(ctx, p, name, at) })
	}
	wg.Wait()
	return answers
}

// Readers are the providers that are asked about one name: as Sources, and
// those too that cannot list.
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
	if s.Err == nil {
		s.Found, s.Err = NewRun(e, e.rd).Retrieve(ctx, r)
	}
	s.Elapsed = e.rd.Since(start)
	return s
}

// Places are those of the attributes that say which resource of the type is meant,
// and where it is.
func (t *Type) Places(attrs []Attr) []Attr {
	var at []Attr
	for _, given := range attrs {
		if a := t.Attr(given.Name); a != nil && (a.Namevar || a.LocatesResource) {
			at = append(at, given)
		}
	}
	return at
}

// ListBy asks one provider alone, even if it shares its source with another.
// The events are those of List.
func (e *Env) ListBy(ctx context.Context, p *Provider, emit func(ListEvent)) {
	if p.ops.List == nil {
		emit(ListEvent{Provider: p, Done: true, Err: ErrNoListing})
		return
	}
	e.listOne(ctx, p, oneAtATime(emit))
}
