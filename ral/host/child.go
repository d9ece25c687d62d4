package host

import (
	"context"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

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
func (c Child) Start(ctx context.Context) (*Attached, error) {
	found, err := Machine().Reader().Find(ctx, c.Argv[0])
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
	a, err := startAttached(cmd)
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

// Interrupt sends the program SIGINT, and Terminate SIGTERM. Its children get no signal,
// because only the program knows how to end them.
func (a *Attached) Interrupt() { a.signal(unix.SIGINT) }

// Terminate sends the program SIGTERM.
func (a *Attached) Terminate() { a.signal(unix.SIGTERM) }

// signal ignores errors: the program may have ended.
func (a *Attached) signal(s syscall.Signal) { _ = a.cmd.Process.Signal(s) }
