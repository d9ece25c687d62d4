package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// terminalUsers counts the programs that the terminal is lent to: an interrupt is theirs
// then, though the terminal sends it to ralsh too.
type terminalUsers struct {
	programs atomic.Int32
	again    <-chan struct{} // closed at the second interrupt or TERM
}

// interruptLag is how long the interrupt that ended such a program may take to
// be told to ralsh.
const interruptLag = 300 * time.Millisecond

// Lend is called before such a program starts; back is called when it has ended.
func (u *terminalUsers) Lend() (back func()) {
	u.programs.Add(1)
	return func() { time.AfterFunc(interruptLag, func() { u.programs.Add(-1) }) }
}

// interrupted is a context that ends at the first interrupt or TERM, or when the
// terminal is closed, and a channel that is closed at the second. To listen costs
// a thread; it is started beside what the command does first.
func interrupted(terminal *terminalUsers) (ctx context.Context, again <-chan struct{}, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	second := make(chan struct{})
	go func() {
		heard := make(chan os.Signal, 2)
		signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
		if !signal.Ignored(syscall.SIGHUP) { // as it is after nohup(1)
			signal.Notify(heard, syscall.SIGHUP)
		}
		defer signal.Stop(heard)
		wait := func() {
			for s := range heard {
				if s != os.Interrupt || terminal.programs.Load() == 0 {
					return
				}
			}
		}
		wait()
		cancel()
		wait()
		close(second)
	}()
	return ctx, second, cancel
}

// keepWriting lets a write to a pipe that nobody reads any more fail, where it
// would end the process otherwise: a run is not cut off by "| head". The signal
// is caught and not ignored, since commands would inherit that.
func keepWriting() (done func()) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGPIPE)
	return func() { signal.Stop(heard) }
}
