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

// The defaults of a runner.
const (
	DefaultLimit   = 16
	DefaultSilence = 60 * time.Second
	ConnectTimeout = 10 * time.Second
)

// The bounds of what a host may have printed on standard error.
const (
	maxSaidLines = 200
	maxSaidBytes = 32 << 10
)

// Carry runs the command line at one host, as [elsewhere.Call] does. sent is called as the
// program is brought, and again is closed to stop what was interrupted.
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
	// Patient means that a silent host is reported and waited for, since it changes
	// something; another one is left.
	Patient bool
	// Detailed means that exit status 2 is a success, as --detailed-exitcodes has it.
	Detailed bool
	Format   Format
	Spool    *Spool
	Again    <-chan struct{} // closed at the second interrupt
	Carry    Carry
	// Say is called with lines of the standard error of hosts, which are foreign text, and
	// Ended with each answer, by one goroutine at a time.
	Say   func(name, line string)
	Ended func(*Answer)

	judge func(*Answer) // finds out whether an answer is a failure; nil for its exit status alone

	mu        sync.Mutex // of Say and Ended
	failures  atomic.Int32
	comparing sync.Mutex // one answer of JSON is parsed at a time
}

// Run runs the command line at each target, and returns an answer for each, in their order.
// If ctx ends, those that run are interrupted, and no other one is begun. stop, unless it is
// nil, is asked before each, and reports whether no other one is to be begun.
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
	_ = group.Wait() // what failed is in the answers
	return answers
}

// one runs the command line at one host.
func (r *Runner) one(ctx context.Context, a *Answer) {
	began := time.Now()
	a.Reason = ""
	w := r.watch(ctx, a)
	said := &saying{runner: r, name: a.Target.Name}
	exit, err := r.Carry(w.ctx, a.Target, At{
		Out: writer{&a.out, w.heard}, Say: func(line string) { w.heard(); said.line(line) }, Sent: w.heard, Again: w.again,
	})
	silent := w.end()
	a.Elapsed = time.Since(began)
	a.end(exit, err, said.last, r.Detailed)
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

// say passes on a line of standard error.
func (r *Runner) say(name, line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Say != nil {
		r.Say(name, line)
	}
}

// writer writes to an answer, and reports that something came.
type writer struct {
	to    io.Writer
	heard func()
}

// Write writes a part.
func (w writer) Write(p []byte) (int, error) {
	w.heard()
	return w.to.Write(p)
}

// saying passes on the lines of one host, up to a bound.
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
	case s.lines <= maxSaidLines && s.bytes <= maxSaidBytes:
		s.last = line
		s.runner.say(s.name, line)
	case s.lines <= maxSaidLines+1:
		s.lines = maxSaidLines + 1
		s.runner.say(s.name, "(more lines omitted)")
	}
}
