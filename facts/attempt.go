package facts

import (
	"slices"
	"strings"
	"time"
)

// Outcome is the result of a resolution of a fact.
type Outcome uint8

// The outcomes.
const (
	Won        Outcome = iota
	NoValue            // had no value
	Unsuitable         // its confines do not hold
	Failure            // failed with an error
	NotResolved
)

var outcomeNames = [...]string{"won", "no value", "not suitable", "failed", "not asked"}

// String returns the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// Attempt is a resolution of a fact with its outcome.
type Attempt struct {
	Kind    Kind
	Name    string // of the resolution, or ""
	From    string // where it is defined; "" for a core resolution
	Weight  int
	Outcome Outcome
	Why     string // reason of every outcome except Won
	Err     error  // of Failure
	Elapsed time.Duration
}

// Label returns a name for the attempt: "core", "external
// /etc/facter/facts.d/a.txt".
func (a Attempt) Label() string {
	who := a.Kind.String()
	for _, part := range []string{a.Name, a.From} {
		if part != "" {
			who += " " + part
		}
	}
	return who
}

// MissingReason returns why no resolution has a value, "" if there is no reason.
func (f Fact) MissingReason() string {
	var whys []string
	for _, a := range f.Tried {
		if a.Outcome != Won && a.Why != "" && !slices.Contains(whys, a.Why) {
			whys = append(whys, a.Why)
		}
	}
	return strings.Join(whys, "; ")
}

// Winner returns the resolution that provided the value, if any.
func (f Fact) Winner() (Attempt, bool) {
	for _, a := range f.Tried {
		if a.Outcome == Won {
			return a, true
		}
	}
	return Attempt{}, false
}

// overruled returns the resolutions that were not tried because a resolution with at
// least the same weight has a value.
func (f Fact) overruled() []Attempt {
	var list []Attempt
	won := false
	for _, a := range f.Tried {
		if won {
			list = append(list, a)
		}
		won = won || a.Outcome == Won
	}
	return list
}
