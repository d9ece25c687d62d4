package local

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/lookup"
	"ralsh/ral/host/internal/processgroup"
)

// drain is how long the pipes are read after a command has ended: a daemon that
// it started may never close them.
const drain = time.Second

type runner struct{ grace time.Duration }

func (r runner) run(ctx context.Context, found host.LookupResult, cmd host.Command) (host.Result, error) {
	timeout := cmd.Timeout
	if timeout == 0 {
		timeout = host.DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	res := host.Result{Path: found.Path, Args: cmd.Args, Exit: -1}
	if err := ctx.Err(); err != nil {
		res = cmd.Shown(res)
		return res, &host.CommandError{Command: cmd.String(), Result: res, Cause: err}
	}
	private, err := newPrivate(cmd.Private)
	if err != nil {
		return res, err
	}
	defer private.remove()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	child, err := start(ctx, stop, found, private.fill(cmd), private)
	if err != nil {
		return res, &host.PathError{Op: "start", Path: commandLine(cmd), Err: err}
	}
	res.PID = child.cmd.Process.Pid
	grace := r.grace
	if cmd.Grace > 0 {
		grace = cmd.Grace
	}
	cause, ended := child.wait(ctx, grace)
	res.Elapsed = time.Since(child.began)
	var dropped int64
	res.Stdout, res.Dropped = child.out.kept.Bytes()
	res.Stderr, dropped = child.err.kept.Bytes()
	res.Dropped += dropped
	res.Truncated = res.Dropped > 0
	if ended {
		res.Exit = child.cmd.ProcessState.ExitCode()
		if status, ok := child.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			res.Signal = unix.SignalName(status.Signal())
		}
	}
	if res, err = private.take(res); err != nil {
		return res, err
	}
	res = cmd.Shown(res)
	return res, cmd.Judge(res, cause, child.stopped)
}

// commandLine names the command with its directory: the error of the kernel does not tell whether
// the directory or the command failed.
func commandLine(c host.Command) string {
	if c.Dir == "" || c.Dir == "/" {
		return c.String()
	}
	return c.String() + " in " + c.Dir
}

type child struct {
	cmd      *exec.Cmd
	began    time.Time
	stopped  time.Duration // time until it was stopped
	out, err *output
	pipes    []*os.File
}

func start(ctx context.Context, stop context.CancelCauseFunc, found host.LookupResult, cmd host.Command, private *privateFiles) (*child, error) {
	c := &child{cmd: &exec.Cmd{
		Path: found.Path, Args: append([]string{cmd.Name}, cmd.Args...), Dir: cmd.Dir, Env: Environ(cmd.Env),
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Credential: credential(cmd.As)},
	}}
	if c.cmd.Dir == "" {
		c.cmd.Dir = "/"
	}
	var ends []*os.File
	defer func() { closeAll(ends) }()
	pipe := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err == nil {
			c.pipes, ends = append(c.pipes, r), append(ends, w)
		}
		return r, w, err
	}
	outR, outW, err := pipe()
	if err != nil {
		return nil, err
	}
	errR, errW, err := pipe()
	if err != nil {
		closeAll(c.pipes)
		return nil, err
	}
	c.cmd.Stdout, c.cmd.Stderr = outW, errW
	var stdin *os.File
	if cmd.Stdin != nil || cmd.Dialogue != nil {
		in, feed, err := os.Pipe()
		if err != nil {
			closeAll(c.pipes)
			return nil, err
		}
		c.cmd.Stdin, stdin, ends = in, feed, append(ends, in)
		c.pipes = append(c.pipes, feed)
	}
	c.began = time.Now()
	launch := func() error { return c.cmd.Start() }
	if cmd.Homeless {
		launch = func() error { return startHomeless(&c.cmd, private.path()) }
	}
	if err := masked(cmd.Umask, launch); err != nil {
		closeAll(c.pipes)
		return nil, host.Cause(err)
	}
	life := host.TracerOf(ctx)
	life.Started(ctx, c.cmd.Process.Pid, found.Path, cmd.Args)
	full := func() { stop(&host.OutputLimitError{Limit: cmd.OutputLimit}) }
	var hears host.Dialogue
	if cmd.Dialogue != nil {
		hears = *cmd.Dialogue
	}
	c.out, c.err = readStream(outR, life, cmd.OutputLimit, full, hears.Out), readStream(errR, life, cmd.OutputLimit, full, hears.Err)
	if stdin != nil {
		go feed(stdin, life.Input(cmd))
	}
	return c, nil
}

// feed writes stdin. It ignores errors: a command may end without reading all of stdin, and
// its status decides.
func feed(to *os.File, input io.Reader) {
	_, _ = io.Copy(to, input)
	_ = to.Close()
}

// wait returns why the command was stopped, or nil, and whether it has ended: a process that
// hangs in the kernel outlives KILL.
func (c *child) wait(ctx context.Context, grace time.Duration) (cause error, ended bool) {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = c.cmd.Wait()
	}()
	select {
	case <-gone:
	case <-ctx.Done():
		if !closedWithin(gone, 0) {
			cause, c.stopped = ctx.Err(), time.Since(c.began)
			if much, is := errors.AsType[*host.OutputLimitError](context.Cause(ctx)); is {
				cause = much
			}
			processgroup.Stop(c.cmd.Process.Pid, grace)
		}
	}
	ended = closedWithin(gone, drain)
	for _, pipe := range c.pipes {
		_ = pipe.SetDeadline(time.Now().Add(drain))
	}
	<-c.out.done
	<-c.err.done
	closeAll(c.pipes)
	return cause, ended
}

func closedWithin(done <-chan struct{}, within time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-done:
		return true
	case <-late.C:
		return false
	}
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// Environ returns the environment of a child. It includes
// DBUS_SYSTEM_BUS_ADDRESS, so that a tool uses the same bus as ralsh, and the PATH in which
// tools are found.
func Environ(extra []string) []string {
	env := []string{"LC_ALL=C", "LANG=C", "PATH=" + lookup.Path(os.Getenv("PATH"))}
	for _, name := range []string{"TZ", "DBUS_SYSTEM_BUS_ADDRESS"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env, extra...)
}

func credential(as *host.Identity) *syscall.Credential {
	if as == nil {
		return nil
	}
	c := &syscall.Credential{Uid: uint32(as.UID), Gid: uint32(as.GID)}
	for _, g := range as.Groups {
		c.Groups = append(c.Groups, uint32(g))
	}
	// Only root may set groups; any other user keeps the current groups.
	c.NoSetGroups = unix.Geteuid() != 0
	return c
}

// masked starts a command with a umask. All threads of this process share a umask; a thread
// after unshare(2) with CLONE_FS has a separate umask, which the command inherits. The thread
// ends with the goroutine, because it is never unlocked.
func masked(umask *fs.FileMode, start func() error) error {
	if umask == nil {
		return start()
	}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		if err := unix.Unshare(unix.CLONE_FS); err != nil {
			started <- err
			return
		}
		unix.Umask(int(host.OctalMode(*umask)))
		started <- start()
	}()
	return <-started
}
