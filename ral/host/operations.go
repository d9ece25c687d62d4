package host

import (
	"context"
	"errors"
	"io/fs"
)

// Operation is a request that reached the host: a command, a D-Bus call, a network exchange or
// a file change. It does not include file reads.
type Operation struct {
	Text     string  // for display
	ReadOnly bool    // through a Reader: a query, a D-Bus call, a question to a server
	Query    Command // of a query
	Act      Act     // unless ReadOnly
}

// Observe returns a Host like h that calls fn for each Operation: before a
// query or a D-Bus call, after an act. fn may be called concurrently.
func Observe(h Host, fn func(Operation)) Host {
	acts := tapAfter{h.be, func(act Act, _ Result, _ error) { fn(Operation{Text: act.String(), Act: act}) }}
	return Host{observer{acts, fn}}
}

type observer struct {
	tapAfter
	fn func(Operation)
}

func (o observer) Run(ctx context.Context, cmd Command) (Result, error) {
	o.fn(Operation{Text: cmd.String(), ReadOnly: true, Query: cmd})
	return o.tapAfter.Run(ctx, cmd)
}

func (o observer) Exchange(ctx context.Context, x Exchange) (Reply, error) {
	o.fn(Operation{Text: x.String(), ReadOnly: true})
	return o.tapAfter.Exchange(ctx, x)
}

func (o observer) Bus(ctx context.Context, call BusCall) ([]any, error) {
	o.fn(Operation{Text: call.String(), ReadOnly: true})
	return o.tapAfter.Bus(ctx, call)
}

// FaultyReads returns a Host like h that calls fault for each path that is read. An
// error of fault is that of the read; fs.ErrNotExist means that the path is missing.
// fault may be called concurrently.
func FaultyReads(h Host, fault func(path string) error) Host {
	return Host{faultyReads{h.be, fault}}
}

type faultyReads struct {
	WriteBackend
	fault func(path string) error
}

// Read calls fault for content and names. The attributes of a path need no right to
// read it, so that only a missing path counts.
func (f faultyReads) Read(ctx context.Context, r FileRead) (FileAnswer, error) {
	switch r.Kind {
	case ReadContent, ReadChunks, ReadNames, ReadInfo:
		if err := f.fault(r.Path); err != nil && (r.Kind != ReadInfo || errors.Is(err, fs.ErrNotExist)) {
			return FileAnswer{}, AtPath(r.Kind.Op(), r.Path, err)
		}
	}
	return f.WriteBackend.Read(ctx, r)
}
