package onhost

import (
	"context"
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
)

// Verdict is the result of a test: the expected and the current value.
type Verdict struct {
	Kind      condition.ConfineKind
	Subject   string
	Title     string // the test as a sentence
	Expected  []string
	Got       string
	TrueCount int      // of true, false and any: number of truths that hold
	Total     int      // number of truths
	Read      []string // directories searched for a command; source of a fact
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
	Provider *ral.Provider
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
	case v.Kind == condition.ConfineCommand || v.Kind == condition.ConfineExists:
		return v.Subject + " missing"
	case v.Kind == condition.ConfineFeature:
		return "feature " + v.Subject + " is missing"
	case v.Kind == condition.ConfineFact:
		return v.Subject + " is " + v.Got
	case v.Subject != "":
		return v.Subject + " is " + v.Got
	}
	return v.Got
}

// Explain runs every test of a provider and caches the results until
// Env.Invalidate.
func (e *Env) Explain(ctx context.Context, p *ral.Provider) Suitability {
	gen := e.generation()
	if s, ok := e.cachedVerdict(p, gen); ok {
		return s
	}
	start := e.rd.Now()
	s := Suitability{Provider: p}
	probe := condition.Probe{Reader: e.rd.Allow(p.Queries(e.rd.Root())...), Facts: e.facts}
	for _, c := range tests(p, probe.Reader) {
		v := timed(ctx, c, probe)
		v.From = written(p, c)
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
func Try(ctx context.Context, c condition.Confine, p condition.Probe) Verdict {
	return timed(ctx, c, p)
}

func timed(ctx context.Context, c condition.Confine, p condition.Probe) Verdict {
	begin := p.Reader.Now()
	ctx, cancel := context.WithTimeout(ctx, TestDeadline)
	defer cancel()
	v := run(ctx, c, p)
	v.Elapsed = p.Reader.Since(begin)
	return v
}

// tests returns the confines of a provider in the order of testing: its
// commands first, then its declared confines.
func tests(p *ral.Provider, rd host.Reader) []condition.Confine {
	var list []condition.Confine
	below := rd.Root() != "/"
	for _, c := range p.Commands {
		if c.Optional {
			continue
		}
		list = append(list, condition.CommandExists(c.Binary))
		if below && len(c.Root) == 0 {
			list = append(list, noRootOption(c.Binary, rd.Root()))
		}
	}
	return append(list, p.Confines...)
}

func noRootOption(binary, root string) condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineRoot, Title: binary + " supports other root directories",
		Want: "an option of " + binary + " for a root directory",
		Hint: "it works only on the running system, not on the root directory " + root,
		Check: func(context.Context, condition.Probe) (string, bool, error) {
			return binary + " would reach the running system", false, nil
		},
	}
}

// written returns the position of a test of the provider: that of its function,
// otherwise of the provider's constructor. It is FILE:LINE relative to the root
// of the program's source, or a position in a module's file.
func written(p *ral.Provider, c condition.Confine) string {
	if !p.Origin.BuiltIn() {
		return p.Origin.Pos
	}
	if c.Check != nil {
		// A function below ral is shared by many providers.
		if place := source(c.Check); !strings.HasPrefix(place, "ral/") {
			return place
		}
	}
	return source(p.New)
}

// source returns the position of a function, "" if it is generated. The compiler
// records absolute paths of the build machine; their prefix is taken from the path of
// this file.
func source(fn any) string {
	f := runtime.FuncForPC(reflect.ValueOf(fn).Pointer())
	file, line := f.FileLine(f.Entry())
	_, own, _, _ := runtime.Caller(0)
	below, ours := strings.CutPrefix(file, path.Dir(path.Dir(path.Dir(own)))+"/")
	if !ours {
		return ""
	}
	return fmt.Sprintf("%s:%d", below, line)
}
