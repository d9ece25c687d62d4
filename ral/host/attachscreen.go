package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
)

// AttachedScreen is an attached program on a terminal of its own. Read returns what it
// draws, Write types.
type AttachedScreen struct {
	*Attached
	terminal *os.File
}

// AttachScreen starts a program of PATH on a terminal of its own with a size.
func AttachScreen(ctx context.Context, argv []string, columns, rows int) (*AttachedScreen, error) {
	found, err := Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return nil, err
	}
	ours, theirs, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	defer theirs.Close()
	s := &AttachedScreen{terminal: ours}
	s.Resize(columns, rows)
	cmd := &exec.Cmd{
		Path: found.Path, Args: argv, Stdin: theirs, Stdout: theirs, Stderr: theirs,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if s.Attached, err = startAttached(cmd); err != nil {
		ours.Close()
		return nil, err
	}
	return s, nil
}

// Read reads what the program draws. The error is io.EOF after its end.
func (s *AttachedScreen) Read(p []byte) (int, error) {
	n, err := s.terminal.Read(p)
	if errors.Is(err, syscall.EIO) { // no program has it open any more
		err = io.EOF
	}
	return n, err
}

// Write types.
func (s *AttachedScreen) Write(p []byte) (int, error) { return s.terminal.Write(p) }

// Resize sets the size, and informs the program. A size of zero is ignored.
func (s *AttachedScreen) Resize(columns, rows int) {
	if columns > 0 && rows > 0 {
		_ = pty.Setsize(s.terminal, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}) // the program keeps the old one
	}
}

// Close hangs up.
func (s *AttachedScreen) Close() error { return s.terminal.Close() }

// Foreground runs a program of PATH with the terminal and the streams of this process, such
// as sudo(8) that asks for a password, and returns its exit status, -1 if a signal ended it.
// What ctx ends is left to the terminal: the program may belong to another user.
func Foreground(ctx context.Context, argv []string) (exit int, err error) {
	found, err := Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return 0, err
	}
	cmd := &exec.Cmd{Path: found.Path, Args: argv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start %s: %w", argv[0], bare(err))
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), nil
}
