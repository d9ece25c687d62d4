package facts

import (
	"context"
	"errors"
	"time"
)

// waiters tracks the callers that wait for a run. When the last caller is cancelled, the
// commands of the run are killed. Guarded by Facts.mu.
type waiters struct {
	stop    context.CancelFunc
	present map[<-chan struct{}]func() bool // by the channel of the caller's context
	forEver bool                            // a caller cannot be cancelled
	none    bool                            // all callers were cancelled; it is stopped
}

// killAfter is the time between TERM and KILL for a command that only reads,
// and stopping the maximum time until a stopped program has gone.
const (
	killAfter = time.Second
	stopping  = killAfter + 3*time.Second
)

// join adds a caller that waits for a run.
func (f *Facts) join(ctx context.Context, s *snapshot, i int) {
	r, done := s.runs[i], ctx.Done()
	if len(s.resolutions[i].queries) == 0 || r.over() {
		return
	}
	if done == nil {
		r.waiters.forEver = true
		return
	}
	if r.waiters.present == nil {
		r.waiters.present = map[<-chan struct{}]func() bool{}
	}
	if r.waiters.present[done] == nil {
		r.waiters.present[done] = context.AfterFunc(ctx, func() { f.leaveWaiter(s, i, r, done) })
	}
}

// leaveWaiter removes a cancelled caller, and reports whether the run was
// stopped. A later caller starts it again.
func (f *Facts) leaveWaiter(s *snapshot, i int, r *run, done <-chan struct{}) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r.waiters.present[done] != nil {
		delete(r.waiters.present, done)
		if len(r.waiters.present) == 0 && !r.waiters.forEver && !r.over() {
			r.waiters.none = true
			r.waiters.stop()
			if s.runs[i] == r {
				s.runs[i] = nil
			}
		}
	}
	return r.waiters.none
}

// ends waits until the run has ended, at most for the given time.
func (r *run) ends(within time.Duration) {
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-r.done:
	case <-late.C:
	}
}

// cancelled is the error of a run that the user cancelled.
type cancelled struct{ cause error }

// Error returns "cancelled", unless a deadline of the caller ended it.
func (c cancelled) Error() string {
	if errors.Is(c.cause, context.Canceled) {
		return "cancelled"
	}
	return c.cause.Error()
}

// Unwrap returns the cause.
func (c cancelled) Unwrap() error { return c.cause }
