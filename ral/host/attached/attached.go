package attached

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/processgroup"
	"ralsh/ral/host/local"
)

// Program is a program that runs a command line on a remote host, for example ssh(1), with
// streams of the caller. It changes nothing on this host. It has a separate process group, and
// ends with this process.
type Program struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// drain is the Drain of a program of Start.
const drain = time.Second

// Start starts a program of PATH. It reads in, unless that is nil, and its environment is
// that of this process.
func Start(ctx context.Context, argv []string, in io.Reader, out, errs io.Writer) (*Program, error) {
	return Child{Argv: argv, In: in, Out: out, Err: errs, Drain: drain}.Start(ctx)
}

// Child is a program with streams of the caller.
type Child struct {
	Argv     []string  // the program is found in PATH
	Env      []string  // NAME=VALUE; nil for the environment of this process
	Add      []string  // NAME=VALUE, which override Env
	In       io.Reader // may be nil
	Out, Err io.Writer
	// Drain limits the time for the rest of the output after the end of the program.
	Drain time.Duration
}

// Start starts the program.
func (c Child) Start(ctx context.Context) (*Program, error) {
	found, err := local.Machine().Reader().Find(ctx, c.Argv[0])
	if err != nil {
		return nil, err
	}
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	cmd := &exec.Cmd{
		Path: found.Path, Args: c.Argv, Env: slices.Concat(env, c.Add), Stdout: c.Out, Stderr: c.Err, WaitDelay: c.Drain,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	feed := io.WriteCloser(nil)
	if c.In != nil {
		if feed, err = cmd.StdinPipe(); err != nil {
			return nil, err
		}
	}
	a, err := start(cmd)
	if err != nil {
		return nil, err
	}
	if feed != nil {
		go func() {
			_, _ = io.Copy(feed, c.In) // the program may end before it has read everything
			_ = feed.Close()
		}()
	}
	return a, nil
}

// start starts a program that gets a TERM when this process ends.
func start(cmd *exec.Cmd) (*Program, error) {
	cmd.SysProcAttr.Pdeathsig = unix.SIGTERM
	a, started := &Program{cmd: cmd, ended: make(chan struct{})}, make(chan error)
	go func() {
		runtime.LockOSThread() // the signal is sent when this thread ends
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(a.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, &host.PathError{Op: "start", Path: cmd.Args[0], Err: host.Cause(err)}
	}
	return a, nil
}

// Ended is closed when the program has ended and its output was read.
func (a *Program) Ended() <-chan struct{} { return a.ended }

// Wait waits for the end of the program. If ctx ends before, it stops the program and
// returns the error of ctx.
func (a *Program) Wait(ctx context.Context) error {
	select {
	case <-a.ended:
		return nil
	case <-ctx.Done():
		a.Stop()
		<-a.ended
		return ctx.Err()
	}
}

// Exit returns the exit status of a program that has ended, -1 if a signal ended it.
func (a *Program) Exit() int { return a.cmd.ProcessState.ExitCode() }

// Stop ends the program and its children.
func (a *Program) Stop() { processgroup.Stop(a.cmd.Process.Pid, time.Second) }

// Interrupt sends the program SIGINT, and Terminate SIGTERM. Its children get no signal,
// because only the program knows how to end them.
func (a *Program) Interrupt() { a.signal(unix.SIGINT) }

// Terminate sends the program SIGTERM.
func (a *Program) Terminate() { a.signal(unix.SIGTERM) }

// signal ignores errors: the program may have ended.
func (a *Program) signal(s syscall.Signal) { _ = a.cmd.Process.Signal(s) }
