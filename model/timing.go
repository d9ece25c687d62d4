package model

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/onhost"
)

// Timing collects where the time of a command went. It is safe for concurrent
// use. Concurrent and nested work counts in each part, so that the parts can
// exceed the whole.
type Timing struct {
	began time.Time

	mu    sync.Mutex
	parts [timedKinds]map[string]*TimedPart
}

// TimedPart is all work of a kind: how often it was done, and how long it took in
// total.
type TimedPart struct {
	Name     string        // of a provider: package/apt; of a command: quoted for a shell
	Work     string        // of a provider: list, read and so on; otherwise ""
	ReadOnly bool          // of a command: a query, not a change
	Count    int           // how often
	Bytes    int64         // of files: content read or written
	Elapsed  time.Duration // total
	Longest  time.Duration // the longest one
	At       string        // the subject of the longest one: of files, its path
}

// TimedKind is the kind of a TimedPart.
type TimedKind uint8

// The kinds of parts.
const (
	TimedProviders TimedKind = iota
	TimedCommands
	TimedFiles
	TimedCalls // D-Bus and the network
	timedKinds
)

// NewTiming begins the measurement.
func NewTiming() *Timing { return &Timing{began: time.Now()} }

type timingKey struct{}

// Context returns a context in which everything is measured: the calls of
// providers, commands, and the files of a Session that is opened with it.
func (t *Timing) Context(ctx context.Context) context.Context {
	ctx = context.WithValue(ctx, timingKey{}, t)
	ctx = onhost.WithSpans(ctx, func(s onhost.Span) {
		name := s.Provider.TypeOf().Name + "/" + s.Provider.Name
		t.add(TimedProviders, name+" "+string(s.Work), TimedPart{Name: name, Work: string(s.Work), Elapsed: s.Elapsed})
	})
	return WithCommandLog(ctx, func(c EndedCommand) {
		t.add(TimedCommands, c.Command, TimedPart{Name: c.Command, ReadOnly: c.ReadOnly, Elapsed: c.Elapsed})
	})
}

// timedHost returns the host of a session, measured if the context has a Timing.
func timedHost(ctx context.Context, h host.Host) host.Host {
	t, ok := ctx.Value(timingKey{}).(*Timing)
	if !ok {
		return h
	}
	return host.Timed(h, t.use)
}

func (t *Timing) use(u host.Use) {
	p := TimedPart{Name: string(u.Kind), Bytes: u.Bytes, Elapsed: u.Elapsed, At: u.Subject}
	switch u.Kind {
	case host.UseBus, host.UseNetwork:
		p.Name, p.At = u.Subject, ""
		t.add(TimedCalls, u.Subject, p)
	default:
		t.add(TimedFiles, p.Name, p)
	}
}

func (t *Timing) add(kind TimedKind, key string, one TimedPart) {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.parts[kind]
	if all == nil {
		all = make(map[string]*TimedPart)
		t.parts[kind] = all
	}
	sum := all[key]
	if sum == nil {
		one.Count, one.Longest = 1, one.Elapsed
		all[key] = &one
		return
	}
	sum.Count++
	sum.Bytes += one.Bytes
	sum.Elapsed += one.Elapsed
	if one.Elapsed > sum.Longest {
		sum.Longest, sum.At = one.Elapsed, one.At
	}
}

// Elapsed returns the time since the measurement began.
func (t *Timing) Elapsed() time.Duration { return time.Since(t.began) }

// Parts returns the parts of a kind that were measured so far, the longest first.
func (t *Timing) Parts(kind TimedKind) []TimedPart {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]TimedPart, 0, len(t.parts[kind]))
	for _, p := range t.parts[kind] {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b TimedPart) int {
		return cmp.Or(cmp.Compare(b.Elapsed, a.Elapsed), strings.Compare(a.Name, b.Name), strings.Compare(a.Work, b.Work))
	})
	return list
}
