package terminal

import (
	"context"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// whileHeld returns a context that ends when the terminal is closed. A process
// outside the terminal's session, such as under su(1), gets no signal then.
// stop ends the goroutine that listens, which takes a thread.
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

// hungUp waits until the terminal hangs up and returns true. It returns false
// if the other end of the pipe is closed first. It waits for no input, only for
// the events that poll(2) always reports.
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
