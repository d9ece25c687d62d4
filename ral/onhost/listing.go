package onhost

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
)

// ListDeadline is the timeout for listing with a provider.
const ListDeadline = 30 * time.Second

// ListEvent is a step of a listing: some instances of a provider, or its end.
type ListEvent struct {
	Provider *ral.Provider
	Found    []*ral.Instance // in the order of the provider
	Done     bool
	Started  bool
	Trace    *host.Trace // a command that was started or ended
	Count    int         // of Done: total number
	Elapsed  time.Duration
	Err      error // of Done; the instances before it are valid

	Read     []string // of Done: the first files and directories that it read, or tried to read
	ReadMore bool     // it also read other files
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
func (e *Env) Sources(ctx context.Context, t *ral.Type) []*ral.Provider {
	var list []*ral.Provider
	seen := make(map[string]bool)
	take := func(p *ral.Provider) {
		if p.Ops().List != nil && !seen[p.SourceName()] && e.Explain(ctx, p).Suitable() {
			seen[p.SourceName()] = true
			list = append(list, p)
		}
	}
	if w := e.Elect(ctx, t).Winner; w != nil {
		take(w)
	}
	for _, p := range t.Providers() {
		take(p)
	}
	return list
}

// List lists all sources concurrently, each with its own timeout, and returns after all
// have ended. It calls emit from one goroutine at a time. A provider that fails does
// not affect the others. List marks the secrets of earlier runs.
func (e *Env) List(ctx context.Context, t *ral.Type, emit func(ListEvent)) {
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

func (e *Env) listOne(ctx context.Context, p *ral.Provider, emit func(ListEvent)) {
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
	b := batch{provider: p, emit: emit, mark: e.marks(ctx, p.TypeOf())}
	err := NewRun(e, e.rd).list(ctx, p, b.add)
	if short := cut.err(); short != nil {
		err = errors.Join(err, short)
	}
	b.flush()
	places, more := in.places()
	emit(ListEvent{Provider: p, Done: true, Count: b.count, Elapsed: e.rd.Since(start), Err: err, Read: places, ReadMore: more})
}

// batch groups instances. The first group is small, so that a list appears immediately;
// later groups have hundreds.
type batch struct {
	provider *ral.Provider
	emit     func(ListEvent)
	mark     func(*ral.Instance) *ral.Instance // nil without secrets
	found    []*ral.Instance
	count    int
}

func (b *batch) add(inst *ral.Instance) {
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
	Provider *ral.Provider
	Found    *ral.Instance // nil if Err is set
	Elapsed  time.Duration
	Err      error
}

// Find searches every source for a resource, concurrently. at are attributes that
// locate it, see Type.Places. A source without the resource returns an absent Instance.
// Find marks the secrets of earlier runs.
func (e *Env) Find(ctx context.Context, t *ral.Type, name string, at ...ral.Attr) []FindResult {
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
func (e *Env) FindUnmarked(ctx context.Context, t *ral.Type, name string, at ...ral.Attr) []FindResult {
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
func (e *Env) amongAll(ctx context.Context, p *ral.Provider, name string) (*ral.Instance, error) {
	found := ral.AbsentInstance(p.TypeOf(), name)
	err := NewRun(e, e.rd).list(ctx, p, func(inst *ral.Instance) {
		if inst.Name == name {
			found = inst
		}
	})
	return found, err
}

// Readers returns the providers that can find a name: Sources, and the providers that
// cannot list.
func (e *Env) Readers(ctx context.Context, t *ral.Type) []*ral.Provider {
	list := e.Sources(ctx, t)
	seen := make(map[string]bool)
	for _, p := range list {
		seen[p.SourceName()] = true
	}
	for _, p := range t.Providers() {
		if !seen[p.SourceName()] && e.Explain(ctx, p).Suitable() {
			seen[p.SourceName()] = true
			list = append(list, p)
		}
	}
	return list
}

func (e *Env) findOne(ctx context.Context, p *ral.Provider, name string, at []ral.Attr) FindResult {
	start := e.rd.Now()
	ctx, cancel := context.WithTimeout(ctx, ListDeadline)
	defer cancel()
	r, diags := e.Build(ctx, ral.Decl{Type: p.TypeOf().Name, Title: name, Provider: p.Name, Attrs: at})
	s := FindResult{Provider: p, Err: diags.Err()}
	switch {
	case s.Err == nil:
		s.Found, s.Err = NewRun(e, e.rd).Retrieve(ctx, r)
	case p.FromDeclared && p.Ops().List != nil && !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return d.Attr != "" }):
		// The type requires more attributes than the name.
		s.Found, s.Err = e.amongAll(ctx, p, name)
	}
	s.Elapsed = e.rd.Since(start)
	return s
}

// ListBy lists with a provider, even if it shares its source. Its events are the events
// of List.
func (e *Env) ListBy(ctx context.Context, p *ral.Provider, emit func(ListEvent)) {
	if p.Ops().List == nil {
		emit(ListEvent{Provider: p, Done: true, Err: ErrNoListing})
		return
	}
	e.listOne(ctx, p, oneAtATime(emit))
}

// maxReadPaths is the number of paths of a listing that are recorded.
const maxReadPaths = 4

// readPaths records the first files and directories that a listing read, each
// once, in order. It is safe for concurrent use.
type readPaths struct {
	mu   sync.Mutex
	list []string
	more bool // there were further reads
}

func (r *readPaths) add(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case slices.Contains(r.list, path):
	case len(r.list) == maxReadPaths:
		r.more = true
	default:
		r.list = append(r.list, path)
	}
}

// places returns the recorded paths, and whether there were further reads.
func (r *readPaths) places() ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list), r.more
}

// truncations collects the commands of a listing whose output exceeded the limit. It is
// safe for concurrent use.
type truncations struct {
	mu   sync.Mutex
	errs []error
}

func (c *truncations) see(t host.Trace) {
	if t.Stage != host.Finished || !t.Result.Truncated {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs = append(c.errs, fmt.Errorf("the listing is incomplete: the output of %s is too long, and %d bytes are missing", t.Command, t.Result.Dropped))
}

func (c *truncations) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.errs...)
}
