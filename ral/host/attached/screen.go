package attached

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"ralsh/ral/host/local"
)

// Screen is an attached program on a new terminal. Read returns its output, Write
// sends keys.
type Screen struct {
	*Program
	terminal *os.File
}

// StartScreen starts a program on PATH on a new terminal with a size.
func StartScreen(ctx context.Context, argv []string, columns, rows int) (*Screen, error) {
	found, err := local.Machine().Reader().Find(ctx, argv[0])
	if err != nil {
		return nil, err
	}
	ours, theirs, err := openTerminal()
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	defer theirs.Close()
	s := &Screen{terminal: ours}
	s.Resize(columns, rows)
	cmd := &exec.Cmd{
		Path: found.Path, Args: argv, Stdin: theirs, Stdout: theirs, Stderr: theirs,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if s.Program, err = start(cmd); err != nil {
		ours.Close()
		return nil, err
	}
	return s, nil
}

// openTerminal returns both ends of a new terminal. Closing ours ends a Read of it.
func openTerminal() (ours, theirs *os.File, err error) {
	blocking, theirs, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer blocking.Close()
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), blocking.Name()), theirs, nil
}

// Read reads the output of the program. The error is io.EOF after its end.
func (s *Screen) Read(p []byte) (int, error) {
	n, err := s.terminal.Read(p)
	if errors.Is(err, syscall.EIO) || errors.Is(err, os.ErrClosed) { // no program has it open any more
		err = io.EOF
	}
	return n, err
}

// Write sends keys.
func (s *Screen) Write(p []byte) (int, error) { return s.terminal.Write(p) }

// Resize sets the size, and informs the program. A size of zero is ignored.
func (s *Screen) Resize(columns, rows int) {
	raw, err := s.terminal.SyscallConn()
	if err != nil || columns <= 0 || rows <= 0 {
		return
	}
	_ = raw.Control(func(fd uintptr) { // after an error the program keeps the old size
		_ = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(columns), Row: uint16(rows)})
	})
}

// Close closes the terminal. It may be called more than once, and during Read.
func (s *Screen) Close() error { return s.terminal.Close() }
