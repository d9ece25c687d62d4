package terminal

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// Terminal counts the programs that currently use the terminal. While there are
// any, an interrupt is meant for them, although ralsh receives it too.
type Terminal struct {
	// closed at the second interrupt or TERM
	Again <-chan struct{}

	programs atomic.Int32
}

// interruptLag is the time in which ralsh may still receive an interrupt that
// ended such a program.
const interruptLag = 300 * time.Millisecond

// Lend is called before such a program starts. back is called when it has
// ended.
func (t *Terminal) Lend() (back func()) {
	t.programs.Add(1)
	return func() { time.AfterFunc(interruptLag, func() { t.programs.Add(-1) }) }
}

// listen returns the terminal and a context that is cancelled at the first
// interrupt or TERM, or when the terminal is closed. Listening takes a thread,
// which starts concurrently with the first work of the command.
func listen() (t *Terminal, ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	second := make(chan struct{})
	t = &Terminal{Again: second}
	go func() {
		heard := make(chan os.Signal, 2)
		signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
		if !signal.Ignored(syscall.SIGHUP) { // ignored after nohup(1)
			signal.Notify(heard, syscall.SIGHUP)
		}
		defer signal.Stop(heard)
		wait := func() {
			for s := range heard {
				if s != os.Interrupt || t.programs.Load() == 0 {
					return
				}
			}
		}
		wait()
		cancel()
		wait()
		close(second)
	}()
	return t, ctx, cancel
}

// keepWriting makes a write to a pipe without a reader fail instead of ending
// the process, so that "| head" does not interrupt a run. The signal is caught
// and not ignored, because commands would inherit an ignored signal.
func keepWriting() (done func()) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGPIPE)
	return func() { signal.Stop(heard) }
}
