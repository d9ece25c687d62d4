package model

import (
	"context"
	"slices"
	"sync"
	"time"

	"ralsh/ral/host"
)

// CommandTracker tracks the commands that run in a context.
type CommandTracker struct {
	mu   sync.Mutex
	runs []Running
	none chan struct{} // created by Wait; closed when the last command has ended
}

// Running is a running command.
type Running struct {
	Command string // quoted for a shell
	PID     int
}

// WithCommandTracker returns a context and a tracker of its commands.
func WithCommandTracker(ctx context.Context) (context.Context, *CommandTracker) {
	c := &CommandTracker{}
	return host.WithTrace(ctx, c.take), c
}

func (c *CommandTracker) take(t host.Trace) {
	c.mu.Lock()
	defer c.mu.Unlock()
	run := Running{t.Command, t.PID}
	switch t.Stage {
	case host.Started:
		c.runs = append(c.runs, run)
	case host.Finished:
		if i := slices.Index(c.runs, run); i >= 0 {
			c.runs = slices.Delete(c.runs, i, i+1)
		}
		if len(c.runs) == 0 && c.none != nil {
			close(c.none)
			c.none = nil
		}
	}
}

// EndedCommand is a command that has ended.
type EndedCommand struct {
	Command  string // quoted for a shell
	ReadOnly bool   // a query, not a change
	Exit     int    // -1 if killed by a signal
	Elapsed  time.Duration
}

// WithCommandLog returns a context in which fn is called with every command
// that has ended. fn is called concurrently.
func WithCommandLog(ctx context.Context, fn func(EndedCommand)) context.Context {
	return host.WithTrace(ctx, func(t host.Trace) {
		if t.Stage == host.Finished {
			fn(EndedCommand{t.Command, t.ReadOnly, t.Result.Exit, t.Result.Elapsed})
		}
	})
}

// WithProgress returns a context in which fn is called with the progress of work
// other than commands that takes longer than a second, for example the reading of
// a large file: a description of the work and its progress. fn is called
// concurrently.
func WithProgress(ctx context.Context, fn func(what, line string)) context.Context {
	return host.WithTrace(ctx, func(t host.Trace) {
		if t.Stage == host.Output && t.PID == 0 {
			fn(t.Command, t.Line)
		}
	})
}

// WithLongQueries returns a context in which fn is called once with each command
// that only reads and runs for longer than a time. fn is called concurrently.
func WithLongQueries(ctx context.Context, after time.Duration, fn func(command string)) context.Context {
	var mu sync.Mutex
	waits := make(map[Running]*time.Timer)
	return host.WithTrace(ctx, func(t host.Trace) {
		if !t.ReadOnly {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		switch run := (Running{t.Command, t.PID}); t.Stage {
		case host.Started:
			waits[run] = time.AfterFunc(after, func() { fn(run.Command) })
		case host.Finished:
			if w := waits[run]; w != nil {
				w.Stop()
				delete(waits, run)
			}
		}
	})
}

// First returns the command that has run the longest; ok is false if no command
// runs.
func (c *CommandTracker) First() (run Running, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.runs) == 0 {
		return run, false
	}
	return c.runs[0], true
}

// Wait waits at most for the given duration until no command runs. It returns
// false on a timeout.
func (c *CommandTracker) Wait(most time.Duration) bool {
	c.mu.Lock()
	if len(c.runs) == 0 {
		c.mu.Unlock()
		return true
	}
	if c.none == nil {
		c.none = make(chan struct{})
	}
	none := c.none
	c.mu.Unlock()
	limit := time.NewTimer(most)
	defer limit.Stop()
	select {
	case <-none:
		return true
	case <-limit.C:
		return false
	}
}
