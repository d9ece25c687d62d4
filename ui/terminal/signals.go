package terminal

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// Terminal counts the programs that the terminal is lent to: an interrupt is
// theirs then, although the terminal sends it to ralsh too.
type Terminal struct {
	// Again is closed at the second interrupt or TERM.
	Again <-chan struct{}

	programs atomic.Int32
}

// interruptLag is how long the interrupt that ended such a program may take to
// be told to ralsh.
const interruptLag = 300 * time.Millisecond

// Lend is called before such a program starts; back is called when it has ended.
func (t *Terminal) Lend() (back func()) {
	t.programs.Add(1)
	return func() { time.AfterFunc(interruptLag, func() { t.programs.Add(-1) }) }
}

// Listen returns the terminal and a context that is cancelled at the first
// interrupt or TERM, or when the terminal is closed. Listening costs a thread; it
// is started while the command does its first work.
func Listen() (t *Terminal, ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	second := make(chan struct{})
	t = &Terminal{Again: second}
	go func() {
		heard := make(chan os.Signal, 2)
		signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
		if !signal.Ignored(syscall.SIGHUP) { // as it is after nohup(1)
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

// KeepWriting lets a write to a pipe that no one reads any more fail, where it
// would end the process otherwise: a run is not cut off by "| head". The signal
// is caught and not ignored, since commands would inherit that.
func KeepWriting() (done func()) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGPIPE)
	return func() { signal.Stop(heard) }
}
