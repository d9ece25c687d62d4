package host

import (
	"context"
	"io"
	"io/fs"
	"time"
)

// Use is one use of a host that is not a command, with how long it took.
// Commands are traced, see WithTrace.
type Use struct {
	Kind    UseKind
	Subject string // the path, or the call
	Bytes   int64  // of content
	Elapsed time.Duration
}

// UseKind is the kind of a Use.
type UseKind string

// The kinds of uses.
const (
	UseContent    UseKind = "content"    // what is in a file was read
	UseDirectory  UseKind = "directory"  // the names in a directory
	UseAttributes UseKind = "attributes" // owner, mode, size, times, and what protects a file
	UsePath       UseKind = "path"       // where a link or a path leads
	UseWrite      UseKind = "write"      // a file was changed
	UseBus        UseKind = "bus"        // a call on D-Bus
	UseNetwork    UseKind = "network"    // a request to a server
)

// Timed returns a Host like h that calls fn with each Use when it has ended. fn
// may be called concurrently and must not block.
func Timed(h Host, fn func(Use)) Host { return Host{timed{h.be, fn}} }

type timed struct {
	writeBackend
	fn func(Use)
}

// untimed returns the backend that is measured, or be if it is not.
func untimed(be writeBackend) writeBackend {
	if t, ok := be.(timed); ok {
		return t.writeBackend
	}
	return be
}

// took begins a Use; its result ends it.
func (t timed) took(kind UseKind, subject string) func(bytes int) {
	start := t.Now()
	return func(bytes int) { t.fn(Use{kind, subject, int64(bytes), t.Now().Sub(start)}) }
}

func (t timed) ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	done := t.took(UseContent, path)
	data, err := t.writeBackend.ReadFile(ctx, path, limit)
	done(len(data))
	return data, err
}

// ReadTo includes the time that w takes, such as a checksum.
func (t timed) ReadTo(ctx context.Context, path string, w io.Writer) error {
	done, counted := t.took(UseContent, path), &counter{w: w}
	err := t.writeBackend.ReadTo(ctx, path, counted)
	done(int(counted.n))
	return err
}

// Lines includes the time that fn takes, because it is called between reads.
func (t timed) Lines(ctx context.Context, path string, fn func(line []byte)) error {
	done, size := t.took(UseContent, path), 0
	err := eachLine(ctx, t.writeBackend, path, func(line []byte) {
		size += len(line) + 1
		fn(line)
	})
	done(size)
	return err
}

func (t timed) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	defer t.took(UseAttributes, path)(0)
	return t.writeBackend.Stat(ctx, path, follow)
}

func (t timed) Protection(ctx context.Context, path string) (protection, error) {
	defer t.took(UseAttributes, path)(0)
	return t.writeBackend.Protection(ctx, path)
}

func (t timed) Xattrs(ctx context.Context, path string) []string {
	defer t.took(UseAttributes, path)(0)
	return t.writeBackend.Xattrs(ctx, path)
}

func (t timed) ReadDir(ctx context.Context, path string) ([]string, error) {
	defer t.took(UseDirectory, path)(0)
	return t.writeBackend.ReadDir(ctx, path)
}

func (t timed) ReadLink(ctx context.Context, path string) (string, error) {
	defer t.took(UsePath, path)(0)
	return t.writeBackend.ReadLink(ctx, path)
}

func (t timed) RealPath(ctx context.Context, path string, follow bool) (string, error) {
	defer t.took(UsePath, path)(0)
	return t.writeBackend.RealPath(ctx, path, follow)
}

func (t timed) Bus(ctx context.Context, c BusCall) ([]any, error) {
	defer t.took(UseBus, c.Method)(0)
	return t.writeBackend.Bus(ctx, c)
}

func (t timed) Exchange(ctx context.Context, x exchange) (reply, error) {
	defer t.took(UseNetwork, x.String())(0)
	return t.writeBackend.Exchange(ctx, x)
}

func (t timed) Tell(ctx context.Context, x exchange) (reply, error) {
	defer t.took(UseNetwork, x.String())(0)
	return t.writeBackend.Tell(ctx, x)
}

func (t timed) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	done := t.took(UseWrite, path)
	err := t.writeBackend.WriteFile(ctx, path, data, opt)
	done(len(data))
	return err
}

// CopyFile includes the reading of the source.
func (t timed) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	done := t.took(UseWrite, path)
	err := t.writeBackend.CopyFile(ctx, path, src, opt)
	done(int(max(src.Size, 0)))
	return err
}

func (t timed) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	defer t.took(UseWrite, path)(0)
	return t.writeBackend.Mkdir(ctx, path, mode)
}

func (t timed) Remove(ctx context.Context, path string, recurse bool) error {
	defer t.took(UseWrite, path)(0)
	return t.writeBackend.Remove(ctx, path, recurse)
}

func (t timed) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	defer t.took(UseWrite, path)(0)
	return t.writeBackend.Chmod(ctx, path, mode)
}

func (t timed) Chown(ctx context.Context, path string, uid, gid int) error {
	defer t.took(UseWrite, path)(0)
	return t.writeBackend.Chown(ctx, path, uid, gid)
}

func (t timed) Symlink(ctx context.Context, target, path string) error {
	defer t.took(UseWrite, path)(0)
	return t.writeBackend.Symlink(ctx, target, path)
}
