package condition

import (
	"context"
	"errors"
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
