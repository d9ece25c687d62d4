package facts

import (
	"slices"
	"strings"
	"time"
)

// Outcome is how one resolution of a fact ended.
type Outcome uint8

// The outcomes.
const (
	Won        Outcome = iota
	NoValue            // it found none
	Unsuitable         // its confines do not hold
	Failure            // it could not find out
	NotAsked
)

var outcomeNames = [...]string{"won", "no value", "not suitable", "failed", "not asked"}

// String is the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// Attempt is one resolution of a fact, and what came of it.
type Attempt struct {
	Kind    Kind
	Name    string // of the resolution, "" when it has none
	From    string // where it is defined, "" of a core one
	Weight  int
	Outcome Outcome
	Why     string // of all but Won
	Err     error  // of Failure
	Elapsed time.Duration
}

// Label is what an attempt is called: "core", "external /etc/facter/facts.d/a.txt".
func (a Attempt) Label() string {
	who := a.Kind.String()
	for _, part := range []string{a.Name, a.From} {
		if part != "" {
			who += " " + part
		}
	}
	return who
}

// MissingReason says why no resolution gave a value, "" when there is none that could
// have said.
func (f Fact) MissingReason() string {
	var whys []string
	for _, a := range f.Tried {
		if a.Outcome != Won && a.Why != "" && !slices.Contains(whys, a.Why) {
			whys = append(whys, a.Why)
		}
	}
	return strings.Join(whys, "; ")
}

// Winner is the resolution that gave the value, if one did.
func (f Fact) Winner() (Attempt, bool) {
	for _, a := range f.Tried {
		if a.Outcome == Won {
			return a, true
		}
	}
	return Attempt{}, false
}

// Overruled are the resolutions that were not asked, since a heavier one had a
// value.
func (f Fact) Overruled() []Attempt {
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
