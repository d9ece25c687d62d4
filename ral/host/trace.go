package host

import (
	"context"
	"time"
)

// Trace is one thing that happened at the door, for logs, events and the answer
// to "why is it slow".
type Trace struct {
	Stage   Stage
	Looks   bool   // a query; otherwise a change
	Command string // quoted for a shell
	PID     int
	Line    string // of Output: one line, not cleaned
	Result  Result // of Finished
	Err     error  // of Finished
	At      time.Time
}

// Stage is where in its life a traced command is.
type Stage uint8

// The stages of a command.
const (
	Started Stage = iota
	Output
	Finished
)

type watcherKey struct{}

// Watch returns a context under which every command is reported to fn. fn is
// called from several goroutines and must not wait.
func Watch(ctx context.Context, fn func(Trace)) context.Context {
	if outer := watcher(ctx); outer != nil {
		inner := fn
		fn = func(t Trace) { inner(t); outer(t) }
	}
	return context.WithValue(ctx, watcherKey{}, fn)
}

func watcher(ctx context.Context) func(Trace) {
	fn, _ := ctx.Value(watcherKey{}).(func(Trace))
	return fn
}

func runTraced(ctx context.Context, cmd Command, looks bool, run func(context.Context, Command) (Result, error)) (Result, error) {
	fn := watcher(ctx)
	if fn == nil {
		return run(ctx, cmd)
	}
	fn(Trace{Stage: Started, Looks: looks, Command: cmd.String(), At: time.Now()})
	res, err := run(ctx, cmd)
	fn(Trace{Stage: Finished, Looks: looks, Command: cmd.String(), PID: res.PID, Result: res, Err: err, At: time.Now()})
	return res, err
}
