package host

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"golang.org/x/sys/unix"
)

// MaxRead is the maximum size of a file for ReadFile in bytes; a larger file is
// an error (ErrTooLarge).
const MaxRead = 64 << 20

// Reader reads a host. It is safe for concurrent use. The zero Reader is not usable; see
// packages local, record and fakehost.
type Reader struct {
	be        ReadBackend
	queries   []Query
	unchecked bool
}

// Root returns the root directory of this host: "/" for the machine itself.
func (rd Reader) Root() string { return rd.be.Root() }

// ReadFile returns the content of a file, following symbolic links. It returns
// ErrTooLarge above MaxRead, and errors that match fs.ErrNotExist and
// fs.ErrPermission.
func (rd Reader) ReadFile(ctx context.Context, path string) ([]byte, error) {
	tellRead(ctx, path)
	return FilesOf(rd.be).Content(ctx, path, MaxRead)
}

// ReadShared is ReadFile for a caller that does not change the content. A file of a plan is
// not copied.
func (rd Reader) ReadShared(ctx context.Context, path string) ([]byte, error) {
	tellRead(ctx, path)
	a, err := rd.be.Read(ctx, FileRead{Kind: ReadContent, Path: path, Follow: true, Limit: MaxRead, Shared: true})
	return a.Data, err
}

// Stat describes the file at path, following symbolic links.
func (rd Reader) Stat(ctx context.Context, path string) (Info, error) {
	return rd.stat(ctx, path, true)
}

// Lstat describes path itself, without following a symbolic link.
func (rd Reader) Lstat(ctx context.Context, path string) (Info, error) {
	return rd.stat(ctx, path, false)
}

func (rd Reader) stat(ctx context.Context, path string, follow bool) (Info, error) {
	info, err := FilesOf(rd.be).Stat(ctx, path, follow)
	if isNotExist(err) {
		tellRead(ctx, path) // no caller can read it, so the attempt counts as a read
	}
	return info, err
}

// IsMissing reports whether an error means that a path does not exist, including a path below
// a file.
func IsMissing(err error) bool { return isNotExist(err) || errors.Is(err, unix.ENOTDIR) }

// Exists reports whether path exists, following symbolic links. If that cannot
// be determined, it returns an error.
func (rd Reader) Exists(ctx context.Context, path string) (bool, error) {
	_, err := rd.Stat(ctx, path)
	if err == nil {
		return true, nil
	}
	if isNotExist(err) {
		return false, nil
	}
	return false, err
}

// ReadDir returns the names in a directory, sorted.
func (rd Reader) ReadDir(ctx context.Context, path string) ([]string, error) {
	tellRead(ctx, path)
	return FilesOf(rd.be).Names(ctx, path)
}

// ReadLink returns the target of a symbolic link.
func (rd Reader) ReadLink(ctx context.Context, path string) (string, error) {
	return FilesOf(rd.be).Target(ctx, path)
}

// RealPath returns path with all symbolic links resolved. The file itself need not exist.
func (rd Reader) RealPath(ctx context.Context, path string) (string, error) {
	return FilesOf(rd.be).RealPath(ctx, path, true)
}

// Find finds a command: an absolute path must be an executable file, any other name is
// searched in PATH at each call (semantics.md P14). Commands come from this machine, also with
// a root directory. A missing command is a *NoCommandError, and the LookupResult has the
// searched directories.
func (rd Reader) Find(ctx context.Context, name string) (LookupResult, error) {
	return rd.be.Find(ctx, name)
}

// Query runs a command that only reads. It returns an *UndeclaredError if the
// command was not declared as a Query (see Allow), and a *CommandError for a
// status other than 0, together with the Result.
func (rd Reader) Query(ctx context.Context, cmd Command) (Result, error) {
	if !allowed(rd.queries, cmd) {
		return Result{}, &UndeclaredError{Command: cmd.String()}
	}
	return Traced(ctx, cmd, true, rd.be.Run)
}

// Check runs a test of the user: onlyif and unless of exec, status of a service. It is the
// only unrestricted command of a Reader. A status other than 0 is a *CommandError. It returns
// ErrUnchecked if checks are skipped.
func (rd Reader) Check(ctx context.Context, cmd Command) (Result, error) {
	NoteCheck(ctx)
	if rd.unchecked {
		return Result{}, ErrUnchecked
	}
	return Traced(ctx, cmd, true, rd.be.Run)
}

type checkKey struct{}

// WithCheckNote returns a context in which fn is called before each Check, in
// the goroutine of the caller.
func WithCheckNote(ctx context.Context, fn func()) context.Context {
	return context.WithValue(ctx, checkKey{}, fn)
}

// NoteCheck reports a test of the user's that is not a command: creates of
// exec.
func NoteCheck(ctx context.Context) {
	if fn, ok := ctx.Value(checkKey{}).(func()); ok {
		fn()
	}
}

// Unchecked reports whether the Reader runs no Check.
func (rd Reader) Unchecked() bool { return rd.unchecked }

// WithoutChecks returns a Reader that runs no Check.
func (rd Reader) WithoutChecks() Reader {
	rd.unchecked = true
	return rd
}

// Bus calls a D-Bus method that only reads: its name must begin with Get or
// List. It returns the reply's arguments as the D-Bus library does.
func (rd Reader) Bus(ctx context.Context, call BusCall) ([]any, error) {
	if !call.readOnly() {
		return nil, &UndeclaredError{Command: call.String()}
	}
	return rd.be.Bus(ctx, call)
}

// Uname returns uname(2) of the running kernel, also with a root directory.
func (rd Reader) Uname(ctx context.Context) (Uname, error) { return rd.be.Uname(ctx) }

// Getenv returns a variable of the environment of ralsh.
func (rd Reader) Getenv(name string) string { return rd.be.Getenv(name) }

// Environ returns the environment of ralsh, as NAME=VALUE, in no particular order.
func (rd Reader) Environ() []string { return rd.be.Environ() }

// Now returns the time of the host's clock.
func (rd Reader) Now() time.Time { return rd.be.Now() }

// Since returns the time elapsed since start by the host's clock.
func (rd Reader) Since(start time.Time) time.Duration { return rd.be.Now().Sub(start) }

// UID returns the effective user of this process.
func (rd Reader) UID() int { return rd.be.UID() }

// GID returns the effective group of this process.
func (rd Reader) GID() int { return rd.be.GID() }

// Allow returns a Reader that may run only these queries. It drops previously allowed queries,
// so that a provider cannot use those of a different provider.
func (rd Reader) Allow(queries ...Query) Reader {
	rd.queries = queries
	return rd
}

// Info describes a file.
type Info struct {
	Path    string
	Mode    fs.FileMode // type and permission bits
	UID     int
	GID     int
	Size    int64
	ModTime time.Time
	// ChangeTime is when content or attributes changed; zero if the host does
	// not store it.
	ChangeTime time.Time
	AccessTime time.Time // last read, depending on the mount options
	Inode      uint64
	Device     uint64
	Links      uint64
}

// IsDir reports whether the file is a directory.
func (i Info) IsDir() bool { return i.Mode.IsDir() }

// IsLink reports whether the file is a symbolic link.
func (i Info) IsLink() bool { return i.Mode&fs.ModeSymlink != 0 }

// Readable returns why the file has no content that can be read, or nil for a regular file.
func (i Info) Readable() error {
	switch {
	case i.IsDir():
		return AtPath("read", i.Path, unix.EISDIR)
	case !i.Mode.IsRegular():
		return AtPath("read", i.Path, ErrNotRegular)
	}
	return nil
}

// LookupResult is the result of finding a command.
type LookupResult struct {
	Name     string
	Path     string   // "" if not found
	Searched []string // directories of PATH, or the absolute path
}

// Uname holds the fields of uname(2).
type Uname struct{ Sysname, Nodename, Release, Version, Machine string }

// BusCall is a method call on the system bus.
type BusCall struct {
	Dest, Object, Interface, Method string
	Args                            []any
}
