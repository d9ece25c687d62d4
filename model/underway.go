package model

import (
	"context"
	"slices"
	"sync"
	"time"

	"ralsh/ral/host"
)

// CommandTracker knows the commands that run below a context.
type CommandTracker struct {
	mu   sync.Mutex
	runs []Running
	none chan struct{} // while somebody waits; closed when the last one has ended
}

// Running is a command that runs.
type Running struct {
	Command string // quoted for a shell
	PID     int
}

// WithCommandTracker returns a context under which commands are counted.
func WithCommandTracker(ctx context.Context) (context.Context, *CommandTracker) {
	u := &CommandTracker{}
	return host.WithTrace(ctx, u.take), u
}

func (u *CommandTracker) take(t host.Trace) {
	u.mu.Lock()
	defer u.mu.Unlock()
	run := Running{t.Command, t.PID}
	switch t.Stage {
	case host.Started:
		u.runs = append(u.runs, run)
	case host.Finished:
		if i := slices.Index(u.runs, run); i >= 0 {
			u.runs = slices.Delete(u.runs, i, i+1)
		}
		if len(u.runs) == 0 && u.none != nil {
			close(u.none)
			u.none = nil
		}
	}
}

// First is the command that has run the longest; ok is false when none does.
func (u *CommandTracker) First() (run Running, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.runs) == 0 {
		return run, false
	}
	return u.runs[0], true
}

// Wait waits until none runs, and not longer than most. It reports whether none
// does.
func (u *CommandTracker) Wait(most time.Duration) bool {
	u.mu.Lock()
	if len(u.runs) == 0 {
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
