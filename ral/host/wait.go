package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// LockTimeout is how long a blocked command is retried.
const LockTimeout = 5 * time.Minute

// The pauses between retries: short at first, like most locks.
const (
	firstPause = time.Second
	maxPause   = 15 * time.Second
)

// ErrStopped reports an act that was stopped without a change (WithStop).
var ErrStopped = errors.New("stopped")

var (
	// errWaitStopped is a command that was stopped while it waited for a lock.
	errWaitStopped = fmt.Errorf("%w before the command could start", ErrStopped)
	// errCopyStopped is a copy that was stopped; the new content is removed.
	errCopyStopped = fmt.Errorf("%w before the copy was complete; the file is unchanged", ErrStopped)
)

type stopKey struct{}

// WithStop returns a context in which a command that waits for a lock, and a copy of a
// large file, are stopped once stop is closed. A working command continues.
func WithStop(ctx context.Context, stop <-chan struct{}) context.Context {
	return context.WithValue(ctx, stopKey{}, stop)
}

func stopOf(ctx context.Context) <-chan struct{} {
	stop, _ := ctx.Value(stopKey{}).(<-chan struct{})
	return stop
}

// runRetrying runs a command and retries it while it is blocked. On each retry
// it reports the holder and the time waited so far.
func (wr Writer) runRetrying(ctx context.Context, cmd Command) (Result, error) {
	began := time.Now()
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		res, err := wr.watched(ctx, cmd, began)
		if err == nil || cmd.BlockedBy == nil {
			return res, err
		}
		who := cmd.BlockedBy(res)
		if who == "" {
			return res, err
		}
		waited := time.Since(began)
		if waited >= LockTimeout {
			return res, fmt.Errorf("waited %s for %s: %w", seconds(waited.Round(time.Second)), who, err)
		}
		sayWaits(ctx, cmd, who, waited)
		if stopped := pass(ctx, pause); stopped != nil {
			return res, fmt.Errorf("waiting for %s: %w", who, stopped)
		}
	}
}

// watched runs a command that may wait by itself, and reports the wait. A waiting command is
// stopped together with the run.
func (wr Writer) watched(ctx context.Context, cmd Command, began time.Time) (Result, error) {
	if cmd.WaitsFor == nil {
		return Traced(ctx, cmd, false, wr.run)
	}
	tw := &toolWait{}
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	run = WithTrace(run, func(t Trace) {
		if t.Stage != Output || t.ReadOnly {
			return
		}
		if who, waits := cmd.WaitsFor(t.Line); tw.set(who, waits) {
			sayWaits(ctx, cmd, who, time.Since(began))
		}
	})
	stop := stopOf(ctx)
	if stop != nil {
		go func() {
			select {
			case <-stop:
				if tw.end() {
					cancel()
				}
			case <-run.Done():
			}
		}()
	}
	res, err := Traced(run, cmd, false, wr.run)
	if err != nil && tw.ended() && ctx.Err() == nil {
		return res, fmt.Errorf("waiting for %s: %w", tw.who, errWaitStopped)
	}
	return res, err
}

type toolWait struct {
	mu             sync.Mutex
	who            string
	waits, stopped bool
}

// set records the last line of the command, and reports whether it is news: it
// names a holder, or the command works after a wait. A line that names no
// holder belongs to the work unless the command waits.
func (tw *toolWait) set(who string, waits bool) bool {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	before := tw.waits
	tw.waits = waits && (who != "" || before)
	if tw.waits && who != "" {
		tw.who = who
	}
	return tw.waits && who != "" || before && !tw.waits
}

// end reports whether the command waits and may be stopped.
func (tw *toolWait) end() bool {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	tw.stopped = tw.waits
	return tw.waits
}

func (tw *toolWait) ended() bool {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	return tw.stopped
}

// pass waits for d; it ends early with an error.
func pass(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-stopOf(ctx):
		return errWaitStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pollInterval is the interval of checks for Command.Completed.
const pollInterval = 10 * time.Millisecond

// await returns when done returns true, when ctx ends, or after Grace.
func await(ctx context.Context, done func() bool) {
	ctx, cancel := context.WithTimeout(ctx, Grace)
	defer cancel()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
