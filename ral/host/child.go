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
	Add      []string  // NAME=VALUE, which win over those
	In       io.Reader // nil for none
	Out, Err io.Writer
	// Drain is how long the rest of the output may take after the program has ended.
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
			_, _ = io.Copy(feed, c.In) // the program may end without reading all of it
			_ = feed.Close()
		}()
	}
	return a, nil
}

// Interrupt sends the program SIGINT, and Terminate SIGTERM. What it has started gets none,
// since only the program knows how to end that.
func (a *Attached) Interrupt() { a.signal(unix.SIGINT) }

// Terminate sends the program SIGTERM.
func (a *Attached) Terminate() { a.signal(unix.SIGTERM) }

// signal has no error: a program that has ended needs none.
func (a *Attached) signal(s syscall.Signal) { _ = a.cmd.Process.Signal(s) }
