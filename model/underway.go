package model

import (
	"context"
	"sync"
	"time"

	"ralsh/ral/host"
)

// UnderWay counts the commands that run below a context.
type UnderWay struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // while somebody waits; closed when the last one has ended
}

// Counted returns a context under which commands are counted.
func Counted(ctx context.Context) (context.Context, *UnderWay) {
	u := &UnderWay{}
	return host.Watch(ctx, u.take), u
}

func (u *UnderWay) take(t host.Trace) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch t.Stage {
	case host.Started:
		u.n++
	case host.Finished:
		u.n--
		if u.n == 0 && u.none != nil {
			close(u.none)
			u.none = nil
		}
	}
}

// Wait waits until none runs, and not longer than most. It reports whether none
// does.
func (u *UnderWay) Wait(most time.Duration) bool {
	u.mu.Lock()
	if u.n == 0 {
		u.mu.Unlock()
		return true
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	limit := time.NewTimer(most)
	defer limit.Stop()
	select {
	case <-none:
		return true
	case <-limit.C:
		return false
	}
}
