package fleet

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	DefaultLimit   = 16
	DefaultSilence = 60 * time.Second
	ConnectTimeout = 10 * time.Second
)

// The limits for standard error of a host.
const (
	maxMessageLines = 200
	maxMessageBytes = 32 << 10
)

// Carry runs the command line on a host, like [hops.Call]. It calls sent while it copies
// the program; the caller closes again to stop an interrupted call.
type Carry func(ctx context.Context, t Target, at At) (exit int, err error)

// At are the streams of a host.
type At struct {
	Out   io.Writer
	Say   func(line string)
	Sent  func()
	Again <-chan struct{}
}

// Runner runs a command line at many hosts.
type Runner struct {
	Limit   int           // hosts at the same time; 0 is DefaultLimit
	Silence time.Duration // without any output; 0 is DefaultSilence
	// Patient means that ralsh reports a silent host and waits for it, because it changes
	// something. Otherwise ralsh gives up.
	Patient bool
	// Detailed means that exit status 2 is a success (--detailed-exitcodes).
	Detailed bool
	Format   Format
	Spool    *Spool
	Again    <-chan struct{} // closed at the second interrupt
	Carry    Carry
	// Say is called with lines of standard error, which are foreign text, and Ended with each
	// answer. Calls do not overlap.
	Say   func(name, line string)
	Ended func(*Answer)

	judge func(*Answer) // finds out whether an answer is a failure; nil for its exit status alone

	mu        sync.Mutex // for Say and Ended
	failures  atomic.Int32
	comparing sync.Mutex // only a single JSON answer is parsed at a time
}

// Run runs the command line on each target, and returns an answer for each target, in their
// order. If ctx ends, Run interrupts the running commands and starts no further command. It
// calls stop, unless nil, before each start, and starts no further command once stop returns
// true.
func (r *Runner) Run(ctx context.Context, targets []Target, stop func() bool) []*Answer {
	answers := make([]*Answer, len(targets))
	var group errgroup.Group
	group.SetLimit(cmp.Or(r.Limit, DefaultLimit))
	for i, t := range targets {
		answers[i] = &Answer{Target: t, Outcome: NotBegun, Reason: "not begun", Format: r.Format, out: answer{spool: r.Spool}}
		group.Go(func() error {
			if ctx.Err() == nil && (stop == nil || !stop()) {
				r.one(ctx, answers[i])
			}
			return nil
		})
	}
	_ = group.Wait() // the answers contain the errors
	return answers
}

func (r *Runner) one(ctx context.Context, a *Answer) {
	began := time.Now()
	a.Reason = ""
	w := r.watch(ctx, a)
	text := &saying{runner: r, name: a.Target.Name}
	exit, err := r.Carry(w.ctx, a.Target, At{
		Out: writer{&a.out, w.heard}, Say: func(line string) { w.heard(); text.line(line) }, Sent: w.heard, Again: w.again,
	})
	silent := w.end()
	a.Elapsed = time.Since(began)
	a.end(exit, err, text.last, r.Detailed)
	if silent && a.Outcome != Done {
		a.Outcome, a.Reason = Silent, fmt.Sprintf("no answer in %s", r.silence())
	} else if ctx.Err() != nil && a.Outcome == NotReached {
		a.Outcome, a.Reason = Stopped, "interrupted"
	}
	r.comparing.Lock()
	a.compare(r.Format)
	if r.judge != nil {
		r.judge(a)
	}
	r.comparing.Unlock()
	if a.Outcome.failed() {
		r.failures.Add(1)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Ended != nil {
		r.Ended(a)
	}
}

func (r *Runner) silence() time.Duration { return cmp.Or(r.Silence, DefaultSilence) }

func (r *Runner) say(name, line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Say != nil {
		r.Say(name, line)
	}
}

// writer writes to an answer, and reports a sign of life.
type writer struct {
	to    io.Writer
	heard func()
}

func (w writer) Write(p []byte) (int, error) {
	w.heard()
	return w.to.Write(p)
}

// saying forwards the lines of a host, up to a limit.
type saying struct {
	runner *Runner
	name   string

	mu    sync.Mutex
	lines int
	bytes int
	last  string
}

func (s *saying) line(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines, s.bytes = s.lines+1, s.bytes+len(line)
	switch {
	case s.lines <= maxMessageLines && s.bytes <= maxMessageBytes:
		s.last = line
		s.runner.say(s.name, line)
	case s.lines <= maxMessageLines+1:
		s.lines = maxMessageLines + 1
		s.runner.say(s.name, "(more lines omitted)")
	}
}
