package ral

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
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

// ClauseVerdict is the result of comparing a clause with the facts.
type ClauseVerdict struct {
	Clause Clause
	Here   []string // current value of each fact
	Match  bool
}

func (e *Env) judge(ctx context.Context, clause Clause) ClauseVerdict {
	v := ClauseVerdict{Clause: clause, Match: true}
	for _, m := range clause {
		if m.Feature != "" {
			v.Here = append(v.Here, map[bool]string{true: "exists", false: "nothing"}[m.Holds])
			v.Match = v.Match && m.Holds
			continue
		}
		fact, err := e.facts.Fact(ctx, m.Fact)
		here := fact.Text()
		if err != nil || fact.IsNil() {
			here = "not known"
		}
		v.Here = append(v.Here, here)
		v.Match = v.Match && m.matches(fact)
	}
	return v
}

func (m Match) matches(fact value.Value) bool {
	text := strings.ToLower(fact.Text())
	if text == "" || fact.IsUnknown() {
		return false
	}
	if m.Pattern != nil {
		return m.Pattern.MatchString(text)
	}
	return containsFold(m.Values, text)
}
