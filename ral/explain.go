package ral

import (
	"context"
	"time"

	"ralsh/ral/host"
)

// Verdict is one test with what it wanted and what it found.
type Verdict struct {
	Kind      ConfineKind
	Subject   string
	Title     string // the test as a sentence
	Wanted    []string
	Got       string
	TrueCount int      // of true, false and any: how many truths hold
	Total     int      // of how many
	Looked    []string // the folders searched for a command, where a fact came from
	Outcome   Outcome
	Uncached  bool // tested each time it is asked, not frozen when loaded
	Hint      string
	From      string // where the test is written: FILE:LINE; "" is not known
	Elapsed   time.Duration
}

// Pass reports whether the test does not stand in the way.
func (v Verdict) Pass() bool { return v.Outcome == Passed || v.Outcome == NotKnown }

// Suitability is all that is known about whether a provider works here.
type Suitability struct {
	Provider *Provider
	Tests    []Verdict // every test, also after the first failure
	Elapsed  time.Duration
}

// Suitable is derived from the tests: all of them must pass (semantics.md S11).
func (s Suitability) Suitable() bool { return s.FirstFailure() == nil }

// FirstFailure is the first test that fails, nil if none does.
func (s Suitability) FirstFailure() *Verdict {
	for i := range s.Tests {
		if !s.Tests[i].Pass() {
			return &s.Tests[i]
		}
	}
	return nil
}

// Failures counts the tests that stand in the way.
func (s Suitability) Failures() int {
	n := 0
	for _, t := range s.Tests {
		if !t.Pass() {
			n++
		}
	}
	return n
}

// Reason is the first failure in a few words: "PID 1 is docker-init",
// "rpm missing", "os.name is debian". Empty when suitable.
func (s Suitability) Reason() string {
	v := s.FirstFailure()
	if v == nil {
		return ""
	}
	return v.Reason()
}

// Reason is why the test failed, in a few words.
func (v Verdict) Reason() string {
	switch {
	case v.Outcome == Broken:
		return v.Got
	case v.Kind == ConfineCommand || v.Kind == ConfineExists:
		return v.Subject + " missing"
	case v.Kind == ConfineFact:
		return v.Subject + " is " + v.Got
	case v.Subject != "":
		return v.Subject + " is " + v.Got
	}
	return v.Got
}

// Explain runs every test of a provider and keeps the outcome until the host
// changes (see Env.Invalidate).
func (e *Env) Explain(ctx context.Context, p *Provider) Suitability {
	gen := e.generation()
	if s, ok := e.cachedVerdict(p, gen); ok {
		return s
	}
	start := e.rd.Now()
	s := Suitability{Provider: p}
	probe := Probe{Reader: e.rd.Allow(p.Queries(e.rd.Root())...), Facts: e.facts}
	for _, c := range p.tests(probe.Reader) {
		v := c.timed(ctx, probe)
		v.From = p.written(c)
		s.Tests = append(s.Tests, v)
	}
	s.Elapsed = e.rd.Since(start)
	if ctx.Err() == nil {
		e.keepVerdict(p, gen, s)
	}
	return s
}

// TestDeadline is how long one test may take. One that has not ended by then is
// broken, and says so; the others are not kept waiting.
const TestDeadline = 5 * time.Second

// Try runs the test by itself, for what has confines and is no provider: a fact.
func (c Confine) Try(ctx context.Context, p Probe) Verdict { return c.timed(ctx, p) }

func (c Confine) timed(ctx context.Context, p Probe) Verdict {
	begin := p.Reader.Now()
	ctx, cancel := context.WithTimeout(ctx, TestDeadline)
	defer cancel()
	v := c.run(ctx, p)
	v.Elapsed = p.Reader.Since(begin)
	return v
}

// tests are the confines of a provider in the order of testing: its commands
// first, then what it declares.
func (p *Provider) tests(rd host.Reader) []Confine {
	var list []Confine
	below := rd.Root() != "/"
	for _, c := range p.Commands {
		if c.Optional {
			continue
		}
		list = append(list, CommandExists(c.Binary))
		if below && len(c.Root) == 0 {
			list = append(list, noRootOption(c.Binary, rd.Root()))
		}
	}
	return append(list, p.Confines...)
}

func noRootOption(binary, root string) Confine {
	return Confine{
		Kind: ConfineRoot, Title: binary + " can work below another root",
		Want: "an option of " + binary + " that names a root folder",
		Hint: "it works on a running system only, not below " + root,
		Check: func(context.Context, Probe) (string, bool, error) {
			return binary + " would reach the running system", false, nil
		},
	}
}
