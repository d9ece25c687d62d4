package host

import (
	"context"
	"io"
	"os/exec"
	"syscall"
	"time"
)

// Interactive is a program that the terminal is lent to, such as an editor. It
// is run as the person would run it: with their environment and from their
// folder. No provider is ever given one. Its methods are those that Bubble Tea
// wants of what it lends the terminal to.
//
// It stays in the process group of ralsh: when it is suspended, so is ralsh.
type Interactive struct{ cmd *exec.Cmd }

// interactiveGrace is how long the program has to end itself after TERM.
const interactiveGrace = 3 * time.Second

// NewInteractive is a program by its full path, with its arguments. When the
// context ends it is sent TERM, and a while later KILL.
func NewInteractive(ctx context.Context, path string, args ...string) *Interactive {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = interactiveGrace
	return &Interactive{cmd}
}

// SetStdin is where it reads from.
func (i *Interactive) SetStdin(r io.Reader) { i.cmd.Stdin = r }

// SetStdout is where it writes to.
func (i *Interactive) SetStdout(w io.Writer) { i.cmd.Stdout = w }

// SetStderr is where it complains.
func (i *Interactive) SetStderr(w io.Writer) { i.cmd.Stderr = w }

// Run runs it and waits for its end. The error says how it failed: "exit status
// 1", "signal: killed".
func (i *Interactive) Run() error { return bare(i.cmd.Run()) }
