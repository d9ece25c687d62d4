package facts

import (
	"context"
	"errors"
	"time"
)

// waiters are those for whom a run that runs commands goes on. Once the last of
// them was cancelled, its commands are ended. It is under Facts.mu.
type waiters struct {
	stop    context.CancelFunc
	present map[<-chan struct{}]func() bool // by what is closed when one is cancelled
	forEver bool                            // one cannot be cancelled
	none    bool                            // all were; it is stopped
}

// killAfter is the time between TERM and KILL for a command that only looks, and
// stopping how long it may take until a stopped program has gone.
const (
	killAfter = time.Second
	stopping  = killAfter + 3*time.Second
)

// join counts a caller among those for whom a run goes on.
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

// leaveWaiter takes a cancelled caller from a run, and reports whether the run is
// stopped now. Who asks later begins it again.
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

// ends waits until the run has ended, for a while at most.
func (r *run) ends(within time.Duration) {
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-r.done:
	case <-late.C:
	}
}

// cancelled is what a person ended.
type cancelled struct{ cause error }

// Error is "cancelled", unless a deadline of the caller's ended it.
func (c cancelled) Error() string {
	if errors.Is(c.cause, context.Canceled) {
		return "cancelled"
	}
	return c.cause.Error()
}

// Unwrap returns the cause.
func (c cancelled) Unwrap() error { return c.cause }
