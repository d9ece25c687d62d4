package attached

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

// Interactive is a program that uses the terminal, for example an editor. It runs in the
// user's environment and current directory. Providers never get one. Its methods implement
// tea.ExecCommand of Bubble Tea.
//
// It stays in the process group of ralsh, so that both are suspended together.
type Interactive struct{ cmd *exec.Cmd }

// interactiveGrace is the time between TERM and KILL.
const interactiveGrace = 3 * time.Second

// NewInteractive returns a program by its full path, with its arguments. When
// the context ends it is sent TERM, and KILL after interactiveGrace.
func NewInteractive(ctx context.Context, path string, args ...string) *Interactive {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = interactiveGrace
	return &Interactive{cmd}
}

// NewOwnInteractive returns this program with arguments. in, unless nil, is its standard
// input, which SetStdin does not replace; the program then reads keys from the terminal.
func NewOwnInteractive(ctx context.Context, in []byte, args ...string) *Interactive {
	i := NewInteractive(ctx, "/proc/self/exe", args...)
	i.cmd.Args[0] = os.Args[0]
	if in != nil {
		i.cmd.Stdin = bytes.NewReader(in)
	}
	return i
}

// SetStdin sets the standard input, unless it is set already.
func (i *Interactive) SetStdin(r io.Reader) {
	if i.cmd.Stdin == nil {
		i.cmd.Stdin = r
	}
}

// SetStdout sets the standard output.
func (i *Interactive) SetStdout(w io.Writer) { i.cmd.Stdout = w }

// SetStderr sets the standard error.
func (i *Interactive) SetStderr(w io.Writer) { i.cmd.Stderr = w }

// Run runs the program and waits for it. The error is like "exit status 1" or
// "signal: killed".
func (i *Interactive) Run() error { return host.Cause(i.cmd.Run()) }

// Foreground runs a program on PATH with the terminal and the streams of this process, for
// example sudo(8) with its password prompt, and returns its exit status, or -1 after a signal.
// The end of ctx does not stop it: the program may belong to a different user, and gets ctrl+c
// from the terminal.
func Foreground(ctx context.Context, argv []string) (exit int, err error) {
	found, err := local.Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return 0, err
	}
	cmd := &exec.Cmd{Path: found.Path, Args: argv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if err := cmd.Start(); err != nil {
		return 0, &host.PathError{Op: "start", Path: argv[0], Err: host.Cause(err)}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), nil
}

// Prompt runs a program on PATH that may prompt on the terminal, for example ssh-keygen(1) for
// a passphrase, and returns its exit status, or -1 after a signal. It reads the terminal of
// this process even if standard input is redirected, and prints to standard error.
func Prompt(ctx context.Context, argv []string) (exit int, err error) {
	found, err := local.Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return 0, err
	}
	cmd := &exec.Cmd{Path: found.Path, Args: argv, Stdout: os.Stderr, Stderr: os.Stderr}
	if terminal, err := os.Open("/dev/tty"); err == nil {
		defer terminal.Close()
		cmd.Stdin = terminal
	}
	if err := cmd.Start(); err != nil {
		return 0, &host.PathError{Op: "start", Path: argv[0], Err: host.Cause(err)}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), nil
}
