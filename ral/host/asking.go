package host

import (
	"context"
	"os"
	"os/exec"
)

// Asking runs a program on PATH that may prompt on the terminal, for example ssh-keygen(1) for
// a passphrase, and returns its exit status, or -1 after a signal. It reads the terminal of
// this process even if standard input is redirected, and prints to standard error.
func Asking(ctx context.Context, argv []string) (exit int, err error) {
	found, err := Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return 0, err
	}
	cmd := &exec.Cmd{Path: found.Path, Args: argv, Stdout: os.Stderr, Stderr: os.Stderr}
	if terminal, err := os.Open("/dev/tty"); err == nil {
		defer terminal.Close()
		cmd.Stdin = terminal
	}
	if err := cmd.Start(); err != nil {
		return 0, &PathError{Op: "start", Path: argv[0], Err: Cause(err)}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), nil
}
