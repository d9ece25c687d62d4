package condition

import (
	"slices"
	"strings"

	"ralsh/ral/lazyre"
)

// Clause is a "default for" of a provider: all pairs must match (semantics.md P20).
type Clause []Match

// Match is a pair of a Clause: a fact with its accepted values, or a feature.
type Match struct {
	Fact   string
	Values []string
	// Feature is a library or ability that was looked for when the provider was declared,
	// instead of a fact; Holds is whether it was there. Set by modules in Ruby.
	Feature string
	Holds   bool
	Pattern *lazyre.Regexp // instead of Values, matched against the lower-cased fact (P21)
}

// DefaultFor returns a Clause with a single fact.
func DefaultFor(fact string, values ...string) Clause {
	return Clause{{Fact: fact, Values: values}}
}

// And returns the clause with a further pair.
func (c Clause) And(fact string, values ...string) Clause {
	return append(slices.Clip(c), Match{Fact: fact, Values: values})
}

// String returns the clause as displayed: "os.name = debian, os.release.major =
// 5, 6".
func (c Clause) String() string {
	parts := make([]string, len(c))
	for i, m := range c {
		want := strings.Join(m.Values, ", ")
		if m.Pattern != nil {
			want = "/" + m.Pattern.String() + "/"
		}
		if parts[i] = m.Fact + " = " + want; m.Feature != "" {
			parts[i] = "feature " + m.Feature
		}
	}
	return strings.Join(parts, ", ")
}
