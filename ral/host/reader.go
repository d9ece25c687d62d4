package host

import (
	"context"
	"io/fs"
	"time"
)

// MaxRead is how many bytes of one file ReadFile takes; a larger file is an
// error (ErrTooLarge) and not a part of it.
const MaxRead = 64 << 20

// Reader reads one host. It is safe for concurrent use. The zero Reader is not
// usable; see Machine, Below, NewFake and Recorder.
type Reader struct {
	be        readBackend
	queries   []Query
	unchecked bool
}

// readBackend is what a Reader is built on. Paths are absolute paths on that host.
type readBackend interface {
	Root() string
	ReadFile(ctx context.Context, path string, limit int64) ([]byte, error)
	Stat(ctx context.Context, path string, follow bool) (Info, error)
	ReadDir(ctx context.Context, path string) ([]string, error)
	ReadLink(ctx context.Context, path string) (string, error)
	RealPath(ctx context.Context, path string, follow bool) (string, error)
	Protection(ctx context.Context, path string) (protection, error)
	Xattrs(ctx context.Context, path string) []string
	Find(ctx context.Context, name string) (LookupResult, error)
	Run(ctx context.Context, cmd Command) (Result, error)
	Bus(ctx context.Context, call BusCall) ([]any, error)
	Exchange(ctx context.Context, x exchange) (reply, error)
	Uname(ctx context.Context) (Uname, error)
	Network(ctx context.Context) (Network, error)
	Space(ctx context.Context, path string) (FSUsage, error)
	Getenv(name string) string
	Environ() []string
	Now() time.Time
	UID() int
	GID() int
}

// Root is the folder that serves as / on this host: "/" for the machine
// itself.
func (rd Reader) Root() string { return rd.be.Root() }

// ReadFile returns what is in a file, symbolic links followed. It returns
// ErrTooLarge above MaxRead, and errors that match fs.ErrNotExist and
// fs.ErrPermission.
func (rd Reader) ReadFile(ctx context.Context, path string) ([]byte, error) {
	tellRead(ctx, path)
	return rd.be.ReadFile(ctx, path, MaxRead)
}

// Stat describes what path leads to, symbolic links followed.
func (rd Reader) Stat(ctx context.Context, path string) (Info, error) {
	return rd.stat(ctx, path, true)
}

// Lstat describes path itself, a symbolic link not followed.
func (rd Reader) Lstat(ctx context.Context, path string) (Info, error) {
	return rd.stat(ctx, path, false)
}

func (rd Reader) stat(ctx context.Context, path string, follow bool) (Info, error) {
	info, err := rd.be.Stat(ctx, path, follow)
	if isNotExist(err) {
		tellRead(ctx, path) // no caller will read it, and it was looked for
	}
	return info, err
}

// Exists reports whether path leads to anything. What may not be looked at is
// an error, not false.
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

// ReadDir returns the names in a folder, sorted.
func (rd Reader) ReadDir(ctx context.Context, path string) ([]string, error) {
	tellRead(ctx, path)
	return rd.be.ReadDir(ctx, path)
}

// ReadLink returns the text of a symbolic link.
func (rd Reader) ReadLink(ctx context.Context, path string) (string, error) {
	return rd.be.ReadLink(ctx, path)
}

// RealPath is the path that path leads to, with no symbolic link in it. The file
// itself need not be there.
func (rd Reader) RealPath(ctx context.Context, path string) (string, error) {
	return rd.be.RealPath(ctx, path, true)
}

// Find looks a command up: an absolute path must be an executable file, any
// other name is searched in PATH at each call (semantics.md P14). Below another
// root commands come from outside. The LookupResult names the folders that were
// searched also when nothing was found; then the error is a *NoCommandError.
func (rd Reader) Find(ctx context.Context, name string) (LookupResult, error) {
	return rd.be.Find(ctx, name)
}

// Query runs a command that only looks. It refuses, with a *UndeclaredError,
// any that was not declared as a Query (see Allow). A status other than 0 is a
// *CommandError that holds the Result too.
func (rd Reader) Query(ctx context.Context, cmd Command) (Result, error) {
	if !allowed(rd.queries, cmd) {
		return Result{}, &UndeclaredError{Command: cmd.String()}
	}
	return runTraced(ctx, cmd, true, rd.be.Run)
}

// Check runs a test that the user wrote: onlyif and unless of exec, status of a
// service. It is the one command that may do anything and is run while looking;
// a status other than 0 is a *CommandError. It is ErrUnchecked where checks are
// left out.
func (rd Reader) Check(ctx context.Context, cmd Command) (Result, error) {
	NoteCheck(ctx)
	if rd.unchecked {
		return Result{}, ErrUnchecked
	}
	return runTraced(ctx, cmd, true, rd.be.Run)
}

type checkKey struct{}

// WithCheckNote returns a context under which fn is called before each Check, by the
// goroutine that makes it.
func WithCheckNote(ctx context.Context, fn func()) context.Context {
	return context.WithValue(ctx, checkKey{}, fn)
}

// NoteCheck notes a test of the user's own that is no command: creates of exec.
func NoteCheck(ctx context.Context) {
	if fn, ok := ctx.Value(checkKey{}).(func()); ok {
		fn()
	}
}

// WithoutChecks returns a Reader that runs no Check.
func (rd Reader) WithoutChecks() Reader {
	rd.unchecked = true
	return rd
}

// Bus calls a D-Bus method that only looks: its name must begin with Get or
// List. It returns the reply's arguments as the D-Bus library gives them.
func (rd Reader) Bus(ctx context.Context, call BusCall) ([]any, error) {
	if !call.readOnly() {
		return nil, &UndeclaredError{Command: call.String()}
	}
	return rd.be.Bus(ctx, call)
}

// Uname is what uname(2) says of the running kernel, also below another root.
func (rd Reader) Uname(ctx context.Context) (Uname, error) { return rd.be.Uname(ctx) }

// Getenv returns a variable of ralsh's own environment.
func (rd Reader) Getenv(name string) string { return rd.be.Getenv(name) }

// Environ is ralsh's own environment, each variable as NAME=VALUE, in no order.
func (rd Reader) Environ() []string { return rd.be.Environ() }

// Now is the host's clock.
func (rd Reader) Now() time.Time { return rd.be.Now() }

// Since is how long ago a moment was by the host's clock.
func (rd Reader) Since(start time.Time) time.Duration { return rd.be.Now().Sub(start) }

// UID is the effective user that this process acts as.
func (rd Reader) UID() int { return rd.be.UID() }

// GID is the effective group that this process acts as.
func (rd Reader) GID() int { return rd.be.GID() }

// Allow returns a Reader that may run just these queries. What the Reader could run
// before is forgotten, so that one provider cannot use another's.
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
	// ChangeTime is when content or attributes changed; zero where the host
	// does not keep it.
	ChangeTime time.Time
	AccessTime time.Time // when it was last read, as far as the mount keeps it
	Inode      uint64
	Device     uint64
	Links      uint64
}

// IsDir reports whether the file is a folder.
func (i Info) IsDir() bool { return i.Mode.IsDir() }

// IsLink reports whether the file is a symbolic link.
func (i Info) IsLink() bool { return i.Mode&fs.ModeSymlink != 0 }

// LookupResult is the outcome of looking a command up.
type LookupResult struct {
	Name     string
	Path     string   // "" when not found
	Searched []string // the folders of PATH, or the one absolute path
}

// Uname holds the fields of uname(2).
type Uname struct{ Sysname, Nodename, Release, Version, Machine string }

// BusCall is a method call on the system bus.
type BusCall struct {
	Dest, Object, Interface, Method string
	Args                            []any
}
