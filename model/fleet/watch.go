package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// watch waits for signs of a host, and ends the call of a silent host.
type watch struct {
	ctx    context.Context
	again  chan struct{}
	signs  chan struct{}
	over   chan struct{}
	ended  sync.WaitGroup
	silent bool
}

// watch starts to wait for output of a host.
func (r *Runner) watch(ctx context.Context, a *Answer) *watch {
	w := &watch{again: make(chan struct{}), signs: make(chan struct{}, 1), over: make(chan struct{})}
	ctx, cancel := context.WithCancel(ctx)
	w.ctx = ctx
	w.ended.Go(func() {
		defer cancel()
		if w.wait(r, a) {
			w.silent = true
			cancel()
			close(w.again)
		}
	})
	return w
}

// wait returns true if ralsh gives up on the host.
func (w *watch) wait(r *Runner, a *Answer) bool {
	timer := time.NewTimer(r.silence())
	defer timer.Stop()
	again := r.Again
	for {
		select {
		case <-w.over:
			return false
		case <-w.signs:
			timer.Reset(r.silence())
		case <-again:
			close(w.again)
			<-w.over
			return false
		case <-timer.C:
			if !r.Patient {
				return true
			}
			r.say(a.Target.Name, fmt.Sprintf("no output for %s; waiting for the end of the change (ctrl+c interrupts it)", r.silence()))
			timer.Reset(r.silence())
		}
	}
}

// heard records a sign of life.
func (w *watch) heard() {
	select {
	case w.signs <- struct{}{}:
	default:
	}
}

// end ends the wait, and reports whether ralsh gave up on a silent host.
func (w *watch) end() (silent bool) {
	close(w.over)
	w.ended.Wait()
	return w.silent
}
