package host

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Host is one machine, seen through the door: its reading side and its writing
// side. Only whoever starts a run holds a Host; providers are handed a Reader or
// a Writer.
type Host struct{ be writeBackend }

// Reader returns the reading side. It may run no query until Allow names some.
func (h Host) Reader() Reader { return newReader(h.be) }

// Writer returns the writing side.
func (h Host) Writer() Writer { return newChange(h.be) }

// Root is the folder that serves as / on this host: "/" for the machine
// itself.
func (h Host) Root() string { return h.be.Root() }

func newReader(be readBackend) Reader { return Reader{be: readOnly{be}} }

func newChange(be writeBackend) Writer { return Writer{be: be, rd: newReader(be)} }

// readOnly hides that a backend can write: no type assertion on what a Reader
// holds finds a method that changes anything.
type readOnly struct{ readBackend }

// machine is this machine, or a folder of it taken as the root.
type machine struct {
	files
	outside files // where commands are, also below another root
	runner  runner
	bus     *bus // nil below another root
}

// Machine returns this machine.
func Machine() Host {
	here := files{rootResolver{name: "/", byRoot: os.Geteuid() == 0}}
	return Host{machine{files: here, outside: here, runner: runner{Grace}, bus: newBus()}}
}

// Below returns this machine with the folder root for /. Every path is resolved
// inside it, absolute links too (openat2(2), RESOLVE_IN_ROOT: Linux 5.6).
// Commands are found and run outside, as they are: whoever runs one adds the
// tool's own root option. There is no bus. Kernel, clock and environment are
// this machine's.
func Below(root string) (Host, error) {
	r, err := placeBelow(root)
	if err != nil {
		return Host{}, err
	}
	return Host{machine{files: files{r}, outside: files{rootResolver{name: "/", byRoot: os.Geteuid() == 0}}, runner: runner{Grace}}}, nil
}

func (m machine) Find(ctx context.Context, name string) (LookupResult, error) {
	if err := ctx.Err(); err != nil {
		return LookupResult{Name: name}, fmt.Errorf("find %s: %w", name, err)
	}
	return find(name, os.Getenv("PATH"), func(file string) bool {
		info, err := m.outside.Stat(ctx, file, true)
		return err == nil && info.Mode.IsRegular() &&
			unix.Faccessat(unix.AT_FDCWD, file, unix.X_OK, unix.AT_EACCESS) == nil
	})
}

func (m machine) Run(ctx context.Context, cmd Command) (Result, error) {
	found, err := m.Find(ctx, cmd.Name)
	if err != nil {
		return Result{Exit: -1}, cmd.missing(err)
	}
	return m.runner.run(ctx, found, cmd)
}

func (m machine) Change(ctx context.Context, cmd Command) (Result, error) { return m.Run(ctx, cmd) }

func (m machine) Bus(ctx context.Context, call BusCall) ([]any, error) {
	if m.bus == nil {
		return nil, fmt.Errorf("%s: %w", call, ErrNoBus)
	}
	return m.bus.call(ctx, call)
}

func (m machine) Uname(context.Context) (Uname, error) {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return Uname{}, fmt.Errorf("uname: %w", err)
	}
	return Uname{
		Sysname: unix.ByteSliceToString(u.Sysname[:]), Nodename: unix.ByteSliceToString(u.Nodename[:]),
		Release: unix.ByteSliceToString(u.Release[:]), Version: unix.ByteSliceToString(u.Version[:]),
		Machine: unix.ByteSliceToString(u.Machine[:]),
	}, nil
}

func (m machine) Getenv(name string) string { return os.Getenv(name) }
func (m machine) Environ() []string         { return os.Environ() }
func (m machine) Now() time.Time            { return time.Now() }
func (m machine) UID() int                  { return os.Geteuid() }
func (m machine) GID() int                  { return os.Getegid() }
