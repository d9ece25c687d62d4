// Package host is the only door to a machine.
//
// A Look reads and a Change writes. They are two concrete types: listing,
// prefetching, retrieving, explaining and planning are handed a Look, and there
// is no way from a Look to a Change. Everything passes plain data in and out,
// so that the machine itself, the machine below another root, a recorder and a
// fake are each one backend.
package host

import (
	"context"
	"io/fs"
	"time"
)

// MaxRead is how many bytes of one file ReadFile takes; a larger file is an
// error (ErrTooLarge) and not a part of it.
const MaxRead = 64 << 20

// Reader reads one host. It is safe for concurrent use. The zero Look is not
// usable; see Machine, Below, NewFake and Recorder.
type Reader struct {
	be        readBackend
	queries   []Query
	unchecked bool
}

// readBackend is what a Look stands on. Paths are absolute paths on that host.
type readBackend interface {
	Root() string
	ReadFile(ctx context.Context, path string, limit int64) ([]byte, error)
	Stat(ctx context.Context, path string, follow bool) (Info, error)
	ReadDir(ctx context.Context, path string) ([]string, error)
	ReadLink(ctx context.Context, path string) (string, error)
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

// Root is the folder that stands for / on this host: "/" for the machine
// itself.
func (l Reader) Root() string { return l.be.Root() }

// ReadFile returns what is in a file, symbolic links followed. It returns
// ErrTooLarge above MaxRead, and errors that match fs.ErrNotExist and
// fs.ErrPermission.
func (l Reader) ReadFile(ctx context.Context, path string) ([]byte, error) {
	tellRead(ctx, path)
	return l.be.ReadFile(ctx, path, MaxRead)
}

// Stat describes what path leads to, symbolic links followed.
func (l Reader) Stat(ctx context.Context, path string) (Info, error) {
	return l.stat(ctx, path, true)
}

// Lstat describes path itself, a symbolic link not followed.
func (l Reader) Lstat(ctx context.Context, path string) (Info, error) {
	return l.stat(ctx, path, false)
}

func (l Reader) stat(ctx context.Context, path string, follow bool) (Info, error) {
	info, err := l.be.Stat(ctx, path, follow)
	if isNotExist(err) {
		tellRead(ctx, path) // nobody will read it, and it was looked for
	}
	return info, err
}

// Exists reports whether path leads to anything. What may not be looked at is
// an error, not false.
func (l Reader) Exists(ctx context.Context, path string) (bool, error) {
	_, err := l.Stat(ctx, path)
	if err == nil {
		return true, nil
	}
	if isNotExist(err) {
		return false, nil
	}
	return false, err
}

// ReadDir returns the names in a folder, sorted.
func (l Reader) ReadDir(ctx context.Context, path string) ([]string, error) {
	tellRead(ctx, path)
	return l.be.ReadDir(ctx, path)
}

// ReadLink returns the text of a symbolic link.
func (l Reader) ReadLink(ctx context.Context, path string) (string, error) {
	return l.be.ReadLink(ctx, path)
}

// Find looks a command up: an absolute path must be an executable file, any
// other name is searched in PATH at each call (semantics.md P14). Below another
// root commands come from outside. The Found names the folders that were
// searched also when nothing was found; then the error is a *NoCommandError.
func (l Reader) Find(ctx context.Context, name string) (LookupResult, error) {
	return l.be.Find(ctx, name)
}

// Query runs a command that only looks. It refuses, with a *UndeclaredError,
// any that was not declared as a Query (see Allow). A status other than 0 is a
// *CommandError that holds the Result too.
func (l Reader) Query(ctx context.Context, cmd Command) (Result, error) {
	if !allowed(l.queries, cmd) {
		return Result{}, &UndeclaredError{Command: cmd.String()}
	}
	return runTraced(ctx, cmd, true, l.be.Run)
}

// Check runs a test that the user wrote: onlyif and unless of exec, status of a
// service. It is the one command that may do anything and is run while looking;
// a status other than 0 is a *CommandError. It is ErrUnchecked where checks are
// left out.
func (l Reader) Check(ctx context.Context, cmd Command) (Result, error) {
	if l.unchecked {
		return Result{}, ErrUnchecked
	}
	return runTraced(ctx, cmd, true, l.be.Run)
}

// WithoutChecks returns a Look that runs no Check.
func (l Reader) WithoutChecks() Reader {
	l.unchecked = true
	return l
}

// Bus calls a D-Bus method that only looks: its name must begin with Get or
// List. It returns the reply's arguments as the D-Bus library gives them.
func (l Reader) Bus(ctx context.Context, call BusCall) ([]any, error) {
	if !call.looks() {
		return nil, &UndeclaredError{Command: call.String()}
	}
	return l.be.Bus(ctx, call)
}

// Uname is what uname(2) says of the running kernel, also below another root.
func (l Reader) Uname(ctx context.Context) (Uname, error) { return l.be.Uname(ctx) }

// Getenv returns a variable of ralsh's own environment.
func (l Reader) Getenv(name string) string { return l.be.Getenv(name) }

// Environ is ralsh's own environment, each variable as NAME=VALUE, in no order.
func (l Reader) Environ() []string { return l.be.Environ() }

// Now is the host's clock.
func (l Reader) Now() time.Time { return l.be.Now() }

// Since is how long ago a moment was by the host's clock.
func (l Reader) Since(start time.Time) time.Duration { return l.be.Now().Sub(start) }

// UID is the effective user that this process acts as.
func (l Reader) UID() int { return l.be.UID() }

// GID is the effective group that this process acts as.
func (l Reader) GID() int { return l.be.GID() }

// Allow returns a Look that may run just these queries. What the Look could run
// before is forgotten, so that one provider cannot use another's.
func (l Reader) Allow(queries ...Query) Reader {
	l.queries = queries
	return l
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
