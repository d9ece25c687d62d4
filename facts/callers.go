package facts

import (
	"context"
	"errors"
	"time"
)

// callers are the goroutines that wait for a run. When the last caller is cancelled, the
// commands of the run are killed. Guarded by Facts.mu.
type callers struct {
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
		r.callers.forEver = true
		return
	}
	if r.callers.present == nil {
		r.callers.present = map[<-chan struct{}]func() bool{}
	}
	if r.callers.present[done] == nil {
		r.callers.present[done] = context.AfterFunc(ctx, func() { f.leaveCaller(s, i, r, done) })
	}
}

// leaveCaller removes a cancelled caller, and reports whether the run was
// stopped. A later caller starts it again.
func (f *Facts) leaveCaller(s *snapshot, i int, r *run, done <-chan struct{}) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r.callers.present[done] != nil {
		delete(r.callers.present, done)
		if len(r.callers.present) == 0 && !r.callers.forEver && !r.over() {
			r.callers.none = true
			r.callers.stop()
			if s.runs[i] == r {
				s.runs[i] = nil
			}
		}
	}
	return r.callers.none
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
