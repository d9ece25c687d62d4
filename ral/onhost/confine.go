package onhost

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ralsh/ral/condition"
	"ralsh/ral/host"
)

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

func run(ctx context.Context, c condition.Confine, p condition.Probe) Verdict {
	v := Verdict{Kind: c.Kind, Subject: c.Subject, Title: c.Title, Hint: c.Hint, Uncached: !c.Frozen}
	switch c.Kind {
	case condition.ConfineCommand:
		runCommand(ctx, c, p, &v)
	case condition.ConfineExists:
		runExists(ctx, c, p, &v)
	case condition.ConfineFact:
		runFact(ctx, c, p, &v)
	case condition.ConfineFeature:
		runFeature(ctx, c, p, &v)
	case condition.ConfineTrue, condition.ConfineFalse, condition.ConfineAny:
		runTruth(ctx, c, p, &v)
	default:
		v.Expected = []string{c.Want}
		got, pass, err := c.Check(ctx, p)
		v.Got = got
		v.setOutcome(pass, err)
	}
	if v.Outcome == NotKnown && p.Reader.UID() != 0 {
		v.Hint = "run as root"
	}
	return v
}

func runCommand(ctx context.Context, c condition.Confine, p condition.Probe, v *Verdict) {
	v.fill("command "+c.Subject+" is on PATH", "an executable file named "+c.Subject,
		"install the package that provides "+c.Subject)
	if strings.HasPrefix(c.Subject, "/") {
		v.Title = "command " + c.Subject + " exists"
		v.Expected = []string{"an executable file " + c.Subject}
	}
	found, err := p.Reader.Find(ctx, c.Subject)
	v.Read, v.Got = found.Searched, found.Path
	var missing *host.NoCommandError
	if errors.As(err, &missing) {
		v.Got = "nothing"
		err = nil
	}
	v.setOutcome(found.Path != "", err)
}

func runExists(ctx context.Context, c condition.Confine, p condition.Probe, v *Verdict) {
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

func runFact(ctx context.Context, c condition.Confine, p condition.Probe, v *Verdict) {
	v.fill(c.Subject+" is "+strings.Join(c.Values, " or "), strings.Join(c.Values, " or "),
		"it is for hosts where "+c.Subject+" is "+strings.Join(c.Values, " or "))
	v.Expected = c.Values
	fact, err := p.Facts.Fact(ctx, c.Subject)
	text := strings.ToLower(fact.Text())
	v.Got = fact.Text()
	if fact.IsNil() {
		v.Got = "the fact does not exist"
	}
	if sourced, ok := p.Facts.(condition.FactSources); ok {
		if from := sourced.SourceOf(ctx, c.Subject); from != "" {
			v.Read = []string{from}
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

func (v *Verdict) fill(title, expected, hint string) {
	if v.Title == "" {
		v.Title = title
	}
	v.Expected = []string{expected}
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

// runTruth tests the values at the declaration of the provider, or the current
// result of Check (semantics.md S5, S7).
func runTruth(ctx context.Context, c condition.Confine, p condition.Probe, v *Verdict) {
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
	case condition.ConfineTrue:
		v.fill("all required values are true", "all values to be true", "")
		pass = v.TrueCount == v.Total
	case condition.ConfineFalse:
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
func runFeature(ctx context.Context, c condition.Confine, p condition.Probe, v *Verdict) {
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
