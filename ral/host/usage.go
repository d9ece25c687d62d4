package host

import (
	"context"
	"time"

	"ralsh/ral/host/stream"
)

// Use is a use of a host other than a command, with its duration. Commands are traced, see
// WithTrace.
type Use struct {
	Kind    UseKind
	Subject string // the path, or the call
	Bytes   int64  // of content
	Elapsed time.Duration
}

// UseKind is the kind of a Use.
type UseKind string

const (
	UseContent    UseKind = "content"    // the content of a file was read
	UseDirectory  UseKind = "directory"  // the names in a directory
	UseAttributes UseKind = "attributes" // owner, mode, size, times, and protection
	UsePath       UseKind = "path"       // where a link or a path leads
	UseWrite      UseKind = "write"      // a file was changed
	UseBus        UseKind = "bus"        // a call on D-Bus
	UseNetwork    UseKind = "network"    // a request to a server
)

// Timed returns a Host like h that calls fn with each Use when it has ended. fn
// may be called concurrently and must not block.
func Timed(h Host, fn func(Use)) Host { return Host{timed{h.be, fn}} }

type timed struct {
	WriteBackend
	fn func(Use)
}

// took begins a Use; its result ends it.
func (t timed) took(kind UseKind, subject string) func(bytes int) {
	start := t.Now()
	return func(bytes int) { t.fn(Use{kind, subject, int64(bytes), t.Now().Sub(start)}) }
}

// readUses has the kind of use of each kind of read.
var readUses = [...]UseKind{
	ReadContent: UseContent, ReadChunks: UseContent, ReadInfo: UseAttributes, ReadNames: UseDirectory,
	ReadTarget: UsePath, ReadRealPath: UsePath, ReadProtection: UseAttributes, ReadXattrs: UseAttributes,
}

// Read includes the time of the writer of ReadChunks, for example a checksum.
func (t timed) Read(ctx context.Context, r FileRead) (FileAnswer, error) {
	done, chunks := t.took(readUses[r.Kind], r.Path), &stream.Sticky{W: r.To}
	if r.Kind == ReadChunks {
		r.To = chunks
	}
	a, err := t.WriteBackend.Read(ctx, r)
	done(len(a.Data) + int(chunks.N))
	return a, err
}

func (t timed) Bus(ctx context.Context, c BusCall) ([]any, error) {
	defer t.took(UseBus, c.Method)(0)
	return t.WriteBackend.Bus(ctx, c)
}

func (t timed) Exchange(ctx context.Context, x Exchange) (Reply, error) {
	defer t.took(UseNetwork, x.String())(0)
	return t.WriteBackend.Exchange(ctx, x)
}

// Do includes the reading of a source. Commands are traced instead.
func (t timed) Do(ctx context.Context, a Action) (Result, error) {
	if a.Kind == ActRun {
		return t.WriteBackend.Do(ctx, a)
	}
	kind, size := UseWrite, int64(len(a.After))
	switch {
	case a.Kind == ActRequest:
		kind = UseNetwork
	case a.Source != nil:
		size = max(a.Source.Size, 0)
	}
	done := t.took(kind, a.Path)
	res, err := t.WriteBackend.Do(ctx, a)
	done(int(size))
	return res, err
}
