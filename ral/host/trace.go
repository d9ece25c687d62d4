package host

import (
	"context"
	"path"
	"sync/atomic"
	"time"
)

// Trace is one thing that happened at the door, for logs, events and the answer
// to "why is it slow".
type Trace struct {
	Stage    Stage
	ReadOnly bool          // a query; otherwise a change
	Command  string        // quoted for a shell
	Tool     string        // of Started: the name of the program
	PID      int           // 0 of a line that is about no command
	Limit    time.Duration // of Started: how long it may run, to the second; 0 without an end
	Line     string        // of Output: one line of either stream, not cleaned; of Waits: for whom
	Waited   time.Duration // of Waits: how long so far
	Result   Result        // of Finished
	Err      error         // of Finished
	At       time.Time
}

// Stage is where in its life a traced command is.
type Stage uint8

// The stages of a command. Started comes when the process is there, so that its
// PID is known; a command that cannot be started has no stages.
const (
	Started Stage = iota
	Output
	Finished
	Waits // it waits for someone: the holder of a lock
)

type watcherKey struct{}

// WithTrace returns a context under which every command is reported to fn. fn is
// called from several goroutines and must not wait.
func WithTrace(ctx context.Context, fn func(Trace)) context.Context {
	if outer := watcher(ctx); outer != nil {
		inner := fn
		fn = func(t Trace) { inner(t); outer(t) }
	}
	return context.WithValue(ctx, watcherKey{}, fn)
}

// WithTraceMap returns a context under which those who watch are told what fn makes
// of each report.
func WithTraceMap(ctx context.Context, fn func(Trace) Trace) context.Context {
	outer := watcher(ctx)
	if outer == nil {
		return ctx
	}
	return context.WithValue(ctx, watcherKey{}, func(t Trace) { outer(fn(t)) })
}

func watcher(ctx context.Context) func(Trace) {
	fn, _ := ctx.Value(watcherKey{}).(func(Trace))
	return fn
}

// life is how a backend reports one command while it runs. A nil life reports
// nothing.
type life struct {
	fn       func(Trace)
	readOnly bool
	hidden   bool
	command  string
	pid      atomic.Int64
}

type lifeKey struct{}

func lifeOf(ctx context.Context) *life {
	l, _ := ctx.Value(lifeKey{}).(*life)
	return l
}

// started is called once the process is there, with the file that it runs.
func (l *life) started(ctx context.Context, pid int, file string, args []string) {
	if l == nil {
		return
	}
	tool := hidden
	if !l.hidden {
		l.command, tool = ShellJoin(append([]string{file}, args...)), path.Base(file)
	}
	l.pid.Store(int64(pid))
	l.fn(Trace{Stage: Started, ReadOnly: l.readOnly, Command: l.command, Tool: tool, PID: pid, Limit: limit(ctx), At: time.Now()})
}

// limit is how long there is until the deadline of a context, 0 without one and
// for a part that is as good as none.
func limit(ctx context.Context) time.Duration {
	const never = 365 * 24 * time.Hour
	until, ok := ctx.Deadline()
	if left := time.Until(until).Round(time.Second); ok && left < never {
		return left
	}
	return 0
}

func (l *life) output(line string) {
	if l.hidden {
		line = hidden
	}
	l.fn(Trace{Stage: Output, ReadOnly: l.readOnly, Command: l.command, PID: int(l.pid.Load()), Line: line, At: time.Now()})
}

// all reports what a command printed, where it did not come line by line.
func (l *life) all(res Result) {
	if l == nil {
		return
	}
	for _, text := range [][]byte{res.Stdout, res.Stderr} {
		out := lines{life: l}
		_, _ = out.Write(text)
		out.flush()
	}
}

// runTraced reports Finished only of what was started: a command that is not
// there, or is only recorded, never lived.
func runTraced(ctx context.Context, cmd Command, looks bool, run func(context.Context, Command) (Result, error)) (Result, error) {
	fn := watcher(ctx)
	if fn == nil {
		return run(ctx, cmd)
	}
	l := &life{fn: fn, readOnly: looks, hidden: cmd.Hidden, command: cmd.String()}
	res, err := run(context.WithValue(ctx, lifeKey{}, l), cmd)
	if pid := l.pid.Load(); pid != 0 {
		fn(Trace{Stage: Finished, ReadOnly: looks, Command: l.command, PID: int(pid), Result: res, Err: err, At: time.Now()})
	}
	return res, err
}

// say reports one line about something that is no command.
func say(ctx context.Context, what, line string) {
	if fn := watcher(ctx); fn != nil {
		fn(Trace{Stage: Output, Command: what, Line: line, At: time.Now()})
	}
}

// sayWaits reports for whom a command waits, and how long it has.
func sayWaits(ctx context.Context, cmd Command, who string, waited time.Duration) {
	if fn := watcher(ctx); fn != nil {
		fn(Trace{Stage: Waits, Command: cmd.String(), Line: who, Waited: waited, At: time.Now()})
	}
}

type readsKey struct{}

// WithReadTrace returns a context under which every file and folder that a Reader
// reads is passed to fn by its path, even if it is missing; a path that is only
// described and is there is not. fn is called from
// several goroutines and must not wait.
func WithReadTrace(ctx context.Context, fn func(path string)) context.Context {
	return context.WithValue(ctx, readsKey{}, fn)
}

func tellRead(ctx context.Context, path string) {
	if fn, _ := ctx.Value(readsKey{}).(func(string)); fn != nil {
		fn(path)
	}
}
