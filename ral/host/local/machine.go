package local

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/internal/lookup"
)

// machine is this machine, or a directory used as its root.
type machine struct {
	files
	outside files // for commands, which are never below a root directory
	runner  runner
	bus     *bus // nil below a root directory
}

// Machine returns this machine.
func Machine() host.Host {
	return host.New(here())
}

func here() machine {
	all := files{rootResolver{name: "/", uid: os.Geteuid(), gid: os.Getegid()}}
	return machine{files: all, outside: all, runner: runner{host.Grace}, bus: newBus()}
}

// Below returns this machine with a root directory as /. Every path is resolved inside it,
// including absolute links (openat2(2), RESOLVE_IN_ROOT: Linux 5.6). Commands are found and
// run outside, so the caller adds the root option of the tool. The bus is not available.
// Kernel, clock and environment are those of this machine.
func Below(root string) (host.Host, error) {
	r, err := placeBelow(root)
	if err != nil {
		return host.Host{}, err
	}
	return host.New(machine{files: files{r}, outside: files{rootResolver{name: "/", uid: os.Geteuid(), gid: os.Getegid()}}, runner: runner{host.Grace}}), nil
}

func (m machine) Find(ctx context.Context, name string) (host.LookupResult, error) {
	if err := ctx.Err(); err != nil {
		return host.LookupResult{Name: name}, fmt.Errorf("find %s: %w", name, err)
	}
	return findKept(ctx, name, func() (host.LookupResult, error) {
		return lookup.Find(name, os.Getenv("PATH"), func(file string) bool {
			a, err := m.outside.read(ctx, host.FileRead{Kind: host.ReadInfo, Path: file, Follow: true})
			return err == nil && a.Info.Mode.IsRegular() &&
				unix.Faccessat(unix.AT_FDCWD, file, unix.X_OK, unix.AT_EACCESS) == nil
		})
	})
}

func (m machine) Run(ctx context.Context, cmd host.Command) (host.Result, error) {
	found, err := m.Find(ctx, cmd.Name)
	if err != nil {
		return host.Result{Exit: -1}, cmd.Missing(err)
	}
	return m.runner.run(ctx, found, cmd)
}

// Read reads content as the user of the context, and all other data as this process.
func (m machine) Read(ctx context.Context, r host.FileRead) (host.FileAnswer, error) {
	if (r.Kind == host.ReadContent || r.Kind == host.ReadChunks) && host.ActsAsOther(ctx) {
		return m.files.readAs(ctx, r)
	}
	return m.files.read(ctx, r)
}

func (m machine) Do(ctx context.Context, a host.Action) (host.Result, error) {
	switch a.Kind {
	case host.ActRun:
		return m.Run(ctx, *a.Command)
	case host.ActRequest:
		r, err := m.Exchange(ctx, a.Request)
		return host.Result{Stdout: r.Body}, err
	}
	return host.Result{}, m.acting(ctx, func() error { return m.files.do(ctx, a) })
}

func (m machine) Bus(ctx context.Context, call host.BusCall) ([]any, error) {
	if m.bus == nil {
		return nil, fmt.Errorf("%s: %w", call, host.ErrNoBus)
	}
	return m.bus.call(ctx, call)
}

func (m machine) Uname(context.Context) (host.Uname, error) {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return host.Uname{}, fmt.Errorf("uname: %w", err)
	}
	return host.Uname{
		Sysname: unix.ByteSliceToString(u.Sysname[:]), Nodename: unix.ByteSliceToString(u.Nodename[:]),
		Release: unix.ByteSliceToString(u.Release[:]), Version: unix.ByteSliceToString(u.Version[:]),
		Machine: unix.ByteSliceToString(u.Machine[:]),
	}, nil
}

func (m machine) Getenv(name string) string { return os.Getenv(name) }
func (m machine) Environ() []string         { return os.Environ() }
func (m machine) Now() time.Time            { return time.Now() }
func (m machine) UID() int                  { return m.uid }
func (m machine) GID() int                  { return m.gid }

// Base returns the machine.
func (m machine) Base() any { return m }

// IsMachine reports whether the base of a backend is this machine itself, and not a plan, a fake
// or a root directory.
func IsMachine(base any) bool {
	m, ok := base.(machine)
	return ok && m.files.root == nil
}

func (m machine) Exchange(ctx context.Context, x host.Exchange) (host.Reply, error) {
	return host.Perform(ctx, x, func(ctx context.Context) (host.Reply, error) {
		switch x := x.(type) {
		case dnswire.Question:
			list, err := x.Ask(ctx)
			return host.Reply{Records: list}, err
		case dnswire.Update:
			return host.Reply{}, x.Send(ctx)
		default:
			return send(ctx, x.(host.Request))
		}
	})
}
