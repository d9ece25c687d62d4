package ral

import (
	"context"
	"time"

	"ralsh/ral/host"
)

// Verdict is the result of a test: the expected and the current value.
type Verdict struct {
	Kind      ConfineKind
	Subject   string
	Title     string // the test as a sentence
	Wanted    []string
	Got       string
	TrueCount int      // of true, false and any: number of truths that hold
	Total     int      // number of truths
	Looked    []string // directories searched for a command; source of a fact
	Outcome   Outcome
	Uncached  bool // tested on each call, not cached when loaded
	Hint      string
	From      string // position of the test, FILE:LINE; "" if unknown
	Elapsed   time.Duration
}

// Pass reports whether the test does not make the provider unsuitable.
func (v Verdict) Pass() bool { return v.Outcome == Passed || v.Outcome == NotKnown }

// Suitability is the result of all tests of a provider.
type Suitability struct {
	Provider *Provider
	Tests    []Verdict // all tests, also after the first failure
	Elapsed  time.Duration
}

// Suitable reports whether all tests pass (semantics.md S11).
func (s Suitability) Suitable() bool { return s.FirstFailure() == nil }

// FirstFailure returns the first failed test, or nil.
func (s Suitability) FirstFailure() *Verdict {
	for i := range s.Tests {
		if !s.Tests[i].Pass() {
			return &s.Tests[i]
		}
	}
	return nil
}

// Failures returns the number of failed tests.
func (s Suitability) Failures() int {
	n := 0
	for _, t := range s.Tests {
		if !t.Pass() {
			n++
		}
	}
	return n
}

// Reason returns the first failure in a few words: "PID 1 is docker-init", "rpm
// missing", "os.name is debian". It returns "" if suitable.
func (s Suitability) Reason() string {
	v := s.FirstFailure()
	if v == nil {
		return ""
	}
	return v.Reason()
}

// Reason returns why the test failed, in a few words.
func (v Verdict) Reason() string {
	switch {
	case v.Outcome == Broken:
		return v.Got
	case v.Kind == ConfineCommand || v.Kind == ConfineExists:
		return v.Subject + " missing"
	case v.Kind == ConfineFeature:
		return "feature " + v.Subject + " is missing"
	case v.Kind == ConfineFact:
		return v.Subject + " is " + v.Got
	case v.Subject != "":
		return v.Subject + " is " + v.Got
	}
	return v.Got
}

// Explain runs every test of a provider and caches the results until
// Env.Invalidate.
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
	if fn := spans(ctx); fn != nil {
		fn(Span{p, WorkTest, s.Elapsed})
	}
	if ctx.Err() == nil {
		e.keepVerdict(p, gen, s)
	}
	return s
}

// TestDeadline is the maximum duration of a test. A test that takes longer is Broken;
// the other tests do not wait for it.
const TestDeadline = 5 * time.Second

// Try runs the test for a fact, without a provider.
func (c Confine) Try(ctx context.Context, p Probe) Verdict { return c.timed(ctx, p) }

func (c Confine) timed(ctx context.Context, p Probe) Verdict {
	begin := p.Reader.Now()
	ctx, cancel := context.WithTimeout(ctx, TestDeadline)
	defer cancel()
	v := c.run(ctx, p)
	v.Elapsed = p.Reader.Since(begin)
	return v
}

// tests returns the confines of a provider in the order of testing: its
// commands first, then its declared confines.
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
		Kind: ConfineRoot, Title: binary + " supports other root directories",
		Want: "an option of " + binary + " for a root directory",
		Hint: "it works only on the running system, not on the root directory " + root,
		Check: func(context.Context, Probe) (string, bool, error) {
			return binary + " would reach the running system", false, nil
		},
	}
}
