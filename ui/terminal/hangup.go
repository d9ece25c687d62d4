package terminal

import (
	"context"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// whileHeld is a context that ends when the terminal is gone. Whoever is not of
// the terminal's session, as below su(1), gets no signal. stop
// ends what listens, which costs a thread.
func whileHeld(ctx context.Context, terminal *os.File) (held context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	mine, theirs, err := os.Pipe()
	if err != nil {
		return ctx, cancel
	}
	go func() {
		defer mine.Close()
		if hungUp(terminal.Fd(), mine.Fd()) {
			cancel()
		}
	}()
	return ctx, func() {
		cancel()
		theirs.Close()
	}
}

// hungUp waits until the terminal is hung up; false when the other end of the pipe
// was closed first. No input is waited for, only what poll(2) reports anyway.
func hungUp(terminal, pipe uintptr) bool {
	fds := []unix.PollFd{{Fd: int32(terminal)}, {Fd: int32(pipe)}}
	for {
		_, err := unix.Poll(fds, -1)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return false
		default:
			return fds[0].Revents != 0 && fds[1].Revents == 0
		}
	}
}
