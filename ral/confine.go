package ral

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// ConfineKind is the kind of test of a confine (semantics.md S1).
type ConfineKind string

// The kinds of confines.
const (
	ConfineCommand ConfineKind = "command" // an executable exists (S4, for_binary)
	ConfineExists  ConfineKind = "exists"  // a file exists
	ConfineFact    ConfineKind = "fact"    // a fact has one of the values (S8)
	ConfineSetting ConfineKind = "setting" // a setting has one of the values (S8), according to Check
	ConfineFeature ConfineKind = "feature" // a library or ability is available (S6), according to Check
	ConfineTest    ConfineKind = "test"    // according to a function
	ConfineTrue    ConfineKind = "true"    // all truths hold (S5)
	ConfineFalse   ConfineKind = "false"   // no truth holds (S5)
	ConfineAny     ConfineKind = "any"     // any truth holds (S7)
	ConfineRoot    ConfineKind = "root"    // the tool supports other root directories
)

// Confine is a test that a provider must pass to be suitable.
type Confine struct {
	Kind    ConfineKind
	Subject string   // the command, file, fact or feature
	Values  []string // of a fact: accepted values, compared without case
	Truths  []bool   // of true, false and any: values at the declaration of the provider
	// Title is the test as a sentence that is true if it passes: "PID 1 is
	// systemd". It is filled in for all kinds except ConfineTest.
	Title string
	Want  string // the expectation of a ConfineTest
	Hint  string // how to make it pass
	// Check is the function of a ConfineTest or ConfineFeature. It returns the
	// current value and whether the test passes. For true, false and any it
	// replaces Truths: it is called each time until it passes, and reports
	// whether the truth holds.
	Check  func(ctx context.Context, p Probe) (got string, pass bool, err error)
	Frozen bool // tested once per Env; set by modules
	Runs   bool // runs a command, which may take long
}

// Probe is the input of a test.
type Probe struct {
	Reader host.Reader
	Facts  Facts
}

// Facts returns facts of the host by dotted name. A missing fact is nil without
// an error; a fact that cannot be read is an error with the reason.
type Facts interface {
	Fact(ctx context.Context, name string) (value.Value, error)
}

// FactSources returns the source of a fact's value, "" if unknown.
type FactSources interface {
	SourceOf(ctx context.Context, name string) string
}

// FileExists returns a confine on a file.
func FileExists(path string) Confine { return Confine{Kind: ConfineExists, Subject: path} }

// CommandExists returns a confine on a command. The registry adds it for each of
// Provider.Commands.
func CommandExists(name string) Confine { return Confine{Kind: ConfineCommand, Subject: name} }

// FactIs returns a confine on a fact with any of the values. As in Puppet, the name
// of the fact may have any case.
func FactIs(fact string, values ...string) Confine {
	return Confine{Kind: ConfineFact, Subject: strings.ToLower(fact), Values: values}
}

// Outcome is the result of a test.
type Outcome uint8

// The outcomes of a test. NotKnown does not make a provider unsuitable; Broken
// does.
const (
	Passed Outcome = iota
	Failed
	NotKnown
	Broken
)

var outcomeNames = [...]string{"passed", "failed", "not known", "broken"}

// String returns the outcome as a word.
func (o Outcome) String() string { return outcomeNames[o] }

func (c Confine) run(ctx context.Context, p Probe) Verdict {
	v := Verdict{Kind: c.Kind, Subject: c.Subject, Title: c.Title, Hint: c.Hint, Uncached: !c.Frozen}
	switch c.Kind {
	case ConfineCommand:
		c.runCommand(ctx, p, &v)
	case ConfineExists:
		c.runExists(ctx, p, &v)
	case ConfineFact:
		c.runFact(ctx, p, &v)
	case ConfineFeature:
		c.runFeature(ctx, p, &v)
	case ConfineTrue, ConfineFalse, ConfineAny:
		c.runTruth(ctx, p, &v)
	default:
		v.Wanted = []string{c.Want}
		got, pass, err := c.Check(ctx, p)
		v.Got = got
		v.setOutcome(pass, err)
	}
	if v.Outcome == NotKnown && p.Reader.UID() != 0 {
		v.Hint = "run as root"
	}
	return v
}

func (c Confine) runCommand(ctx context.Context, p Probe, v *Verdict) {
	v.fill("command "+c.Subject+" is on PATH", "an executable file named "+c.Subject,
		"install the package that provides "+c.Subject)
	if strings.HasPrefix(c.Subject, "/") {
		v.Title = "command " + c.Subject + " exists"
		v.Wanted = []string{"an executable file " + c.Subject}
	}
	found, err := p.Reader.Find(ctx, c.Subject)
	v.Looked, v.Got = found.Searched, found.Path
	var missing *host.NoCommandError
	if errors.As(err, &missing) {
		v.Got = "nothing"
		err = nil
	}
	v.setOutcome(found.Path != "", err)
}

func (c Confine) runExists(ctx context.Context, p Probe, v *Verdict) {
	v.fill(c.Subject+" exists", "the path "+c.Subject, "")
	var ok bool
	var err error
	if c.Subject != "" {
		ok, err = p.Reader.Exists(ctx, c.Subject)
	}
	v.Got = "nothing"
	if ok {
		v.Got = "exists"
	}
	v.setOutcome(ok, err)
}

func (c Confine) runFact(ctx context.Context, p Probe, v *Verdict) {
	v.fill(c.Subject+" is "+strings.Join(c.Values, " or "), strings.Join(c.Values, " or "),
		"it is for hosts where "+c.Subject+" is "+strings.Join(c.Values, " or "))
	v.Wanted = c.Values
	fact, err := p.Facts.Fact(ctx, c.Subject)
	text := strings.ToLower(fact.Text())
	v.Got = fact.Text()
	if fact.IsNil() {
		v.Got = "the fact does not exist"
	}
	if sourced, ok := p.Facts.(FactSources); ok {
		if from := sourced.SourceOf(ctx, c.Subject); from != "" {
			v.Looked = []string{from}
		}
	}
	v.setOutcome(containsFold(c.Values, text), err)
}

func containsFold(values []string, lower string) bool {
	for _, v := range values {
		if strings.ToLower(v) == lower {
			return true
		}
	}
	return false
}

func (v *Verdict) fill(title, wanted, hint string) {
	if v.Title == "" {
		v.Title = title
	}
	v.Wanted = []string{wanted}
	if v.Hint == "" {
		v.Hint = hint
	}
}

func (v *Verdict) setOutcome(pass bool, err error) {
	switch {
	case errors.Is(err, fs.ErrPermission):
		v.Outcome, v.Got = NotKnown, "permission denied"
	case errors.Is(err, context.DeadlineExceeded):
		v.Outcome, v.Got = Broken, "no answer within "+TestDeadline.String()
	case err != nil:
		v.Outcome, v.Got = Broken, fmt.Sprint(err)
	case pass:
		v.Outcome = Passed
	default:
		v.Outcome = Failed
	}
	v.Got = short(v.Got)
	if v.Outcome == Passed {
		v.Hint = ""
	}
}

// short returns the first line of a text, at most 200 bytes.
func short(text string) string {
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	const most = 200
	if len(line) > most {
		line, more = strings.ToValidUTF8(line[:most], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

// CommandUnlessBelow returns a confine on a command that a provider needs only on the
// running system: on other roots it edits files.
func CommandUnlessBelow(name string) Confine {
	return Confine{
		Kind: ConfineTest, Subject: name, Title: "command " + name + " is on PATH", Want: "an executable file named " + name,
		Hint: "install the package that provides " + name,
		Check: func(ctx context.Context, p Probe) (string, bool, error) {
			if p.Reader.Root() != "/" {
				return "not required on a different root", true, nil
			}
			found, err := p.Reader.Find(ctx, name)
			if _, missing := errors.AsType[*host.NoCommandError](err); missing {
				return "missing", false, nil
			}
			return found.Path, err == nil, err
		},
	}
}

// runTruth tests the values at the declaration of the provider, or the current
// result of Check (semantics.md S5, S7).
func (c Confine) runTruth(ctx context.Context, p Probe, v *Verdict) {
	truths := c.Truths
	var err error
	if c.Check != nil {
		var holds bool
		_, holds, err = c.Check(ctx, p)
		truths = []bool{holds}
	}
	v.Total = len(truths)
	for _, holds := range truths {
		if holds {
			v.TrueCount++
		}
	}
	var pass bool
	switch c.Kind {
	case ConfineTrue:
		v.fill("all required values are true", "all values to be true", "")
		pass = v.TrueCount == v.Total
	case ConfineFalse:
		v.fill("all excluding values are false", "no value to be true", "")
		pass = v.TrueCount == 0
	default:
		v.fill("at least one required value is true", "at least one value to be true", "")
		pass = v.TrueCount > 0
	}
	v.Got = fmt.Sprintf("%d of %d true", v.TrueCount, v.Total)
	v.setOutcome(pass, err)
}

// runFeature tests whether an optional ability is available (semantics.md S6).
func (c Confine) runFeature(ctx context.Context, p Probe, v *Verdict) {
	v.fill("feature "+c.Subject+" exists", "the feature "+c.Subject, "install the package that provides "+c.Subject)
	v.Got = "nothing"
	if c.Check == nil {
		v.setOutcome(false, nil)
		return
	}
	_, there, err := c.Check(ctx, p)
	if there {
		v.Got = "exists"
	}
	v.setOutcome(there, err)
}
