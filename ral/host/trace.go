package host

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"sync/atomic"
	"time"

	"ralsh/ral/host/stream"
)

// Trace is an event of a command or request, for logs, events and timing.
type Trace struct {
	Stage    Stage
	ReadOnly bool          // a query, not a change
	Command  string        // quoted for a shell
	Tool     string        // of Started: name of the program
	PID      int           // 0 if it is not about a command
	Limit    time.Duration // of Started: timeout, rounded to seconds; 0 for no timeout
	Line     string        // of Output: a line of either stream, not cleaned; of Waits: the holder
	Waited   time.Duration // of Waits: time waited so far
	Result   Result        // of Finished
	Err      error         // of Finished
	At       time.Time
}

// Stage is the stage of a traced command.
type Stage uint8

// The stages of a command. Started follows the start of the process, so that its PID is known;
// a command that cannot be started has no stages.
const (
	Started Stage = iota
	Output
	Finished
	Waits // waits for the holder of a lock
)

type watcherKey struct{}

// WithTrace returns a context in which fn is called with the events of every
// command. fn is called concurrently and must not block.
func WithTrace(ctx context.Context, fn func(Trace)) context.Context {
	if outer := watcher(ctx); outer != nil {
		inner := fn
		fn = func(t Trace) { inner(t); outer(t) }
	}
	return context.WithValue(ctx, watcherKey{}, fn)
}

// WithTraceMap returns a context in which fn transforms each event for the
// existing observers.
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

// Tracer reports the events of a command. A nil Tracer reports nothing.
type Tracer struct {
	fn       func(Trace)
	readOnly bool
	hidden   bool
	command  string
	pid      atomic.Int64
}

type lifeKey struct{}

// TracerOf returns the tracer of the command that runs with the context, or nil.
func TracerOf(ctx context.Context) *Tracer {
	l, _ := ctx.Value(lifeKey{}).(*Tracer)
	return l
}

// Started traces the start of a process, with its executable file.
func (l *Tracer) Started(ctx context.Context, pid int, file string, args []string) {
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

// limit returns the time until the deadline of a context, or 0 for no deadline or a distant
// deadline.
func limit(ctx context.Context) time.Duration {
	const never = 365 * 24 * time.Hour
	until, ok := ctx.Deadline()
	if left := time.Until(until).Round(time.Second); ok && left < never {
		return left
	}
	return 0
}

func (l *Tracer) output(line string) {
	if l.hidden {
		line = hidden
	}
	l.fn(Trace{Stage: Output, ReadOnly: l.readOnly, Command: l.command, PID: int(l.pid.Load()), Line: line, At: time.Now()})
}

// Lines reports a stream line by line as it arrives. It never fails.
func (l *Tracer) Lines() *stream.Lines {
	return &stream.Lines{Max: maxLine, Line: func(line []byte) error {
		l.output(string(line))
		return nil
	}}
}

// Input returns the standard input of a command. It reports the lines of a dialogue, each
// after "> ", unless they must not be shown.
func (l *Tracer) Input(cmd Command) io.Reader {
	var input io.Reader = bytes.NewReader(cmd.Stdin)
	if cmd.Dialogue == nil {
		return input
	}
	input = io.MultiReader(input, cmd.Dialogue.Input)
	if l == nil || cmd.Secret {
		return input
	}
	return io.TeeReader(input, &stream.Lines{Max: maxLine, Line: func(line []byte) error {
		l.output("> " + string(line))
		return nil
	}})
}

// All reports the output of a command that was not reported line by line.
func (l *Tracer) All(res Result) {
	if l == nil {
		return
	}
	for _, text := range [][]byte{res.Stdout, res.Stderr} {
		out := l.Lines()
		_, _ = out.Write(text)
		_ = out.Flush()
	}
}

// Traced reports Finished only if the command was started, not if it is
// missing or only recorded.
func Traced(ctx context.Context, cmd Command, looks bool, run func(context.Context, Command) (Result, error)) (Result, error) {
	fn := watcher(ctx)
	if fn == nil {
		return run(ctx, cmd)
	}
	l := &Tracer{fn: fn, readOnly: looks, hidden: cmd.Hidden, command: cmd.String()}
	res, err := run(context.WithValue(ctx, lifeKey{}, l), cmd)
	if pid := l.pid.Load(); pid != 0 {
		fn(Trace{Stage: Finished, ReadOnly: looks, Command: l.command, PID: int(pid), Result: res, Err: err, At: time.Now()})
	}
	return res, err
}

// Note reports a line that does not belong to a command.
func Note(ctx context.Context, what, line string) {
	if fn := watcher(ctx); fn != nil {
		fn(Trace{Stage: Output, Command: what, Line: line, At: time.Now()})
	}
}

func sayWaits(ctx context.Context, what fmt.Stringer, who string, waited time.Duration) {
	if fn := watcher(ctx); fn != nil {
		fn(Trace{Stage: Waits, Command: what.String(), Line: who, Waited: waited, At: time.Now()})
	}
}

type readsKey struct{}

// WithReadTrace returns a context in which fn is called with the path of every
// file or directory that is read or missing. A Stat of an existing file is not
// reported. fn is called concurrently and must not block.
func WithReadTrace(ctx context.Context, fn func(path string)) context.Context {
	return context.WithValue(ctx, readsKey{}, fn)
}

func tellRead(ctx context.Context, path string) {
	if fn, _ := ctx.Value(readsKey{}).(func(string)); fn != nil {
		fn(path)
	}
}

// maxLine is the maximum length of a line; longer lines are reported in parts.
const maxLine = 8 << 10
