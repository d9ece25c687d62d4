package ral

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Clause is one "default for": all pairs must match (semantics.md P20).
type Clause []Match

// Match is one pair of a Clause: a fact and the values it may have.
type Match struct {
	Fact    string
	Values  []string
	Pattern *lazyre.Regexp // instead of Values, matched against the lower-cased fact (P21)
}

// DefaultFor makes a Clause of one fact.
func DefaultFor(fact string, values ...string) Clause {
	return Clause{{Fact: fact, Values: values}}
}

// And adds a pair to a clause.
func (c Clause) And(fact string, values ...string) Clause {
	return append(slices.Clip(c), Match{Fact: fact, Values: values})
}

// ClauseVerdict is a clause held against the facts.
type ClauseVerdict struct {
	Clause Clause
	Here   []string // each fact's value here
	Match  bool
}

func (e *Env) judge(ctx context.Context, clause Clause) ClauseVerdict {
	v := ClauseVerdict{Clause: clause, Match: true}
	for _, m := range clause {
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
