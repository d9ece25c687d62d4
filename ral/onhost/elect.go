package onhost

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/value"
)

// Candidate is a provider in an election.
type Candidate struct {
	Provider  *ral.Provider
	Suitable  bool
	Clauses   []ClauseVerdict // defaultfor
	Vetoes    []ClauseVerdict // notdefaultfor
	Pairs     int             // of the first matching clause
	Ancestors int
	Default   bool // a clause matches and no veto does
	Score     int  // 100 x pairs + ancestors (semantics.md P22)
}

// Rule is the rule that decided an election.
type Rule uint8

// The rules, in the order in which they are applied (semantics.md P23).
const (
	NoneSuitable Rule = iota
	OnlyOne
	ByClause
	ByScore
	ByOrder // a tie: the first registered
)

// Election is the choice of the default provider of a type.
type Election struct {
	Type       *ral.Type
	Candidates []Candidate   // in the order of registration
	Winner     *ral.Provider // nil if no provider is suitable
	Rule       Rule
	Tied       []*ral.Provider // several providers have the highest score
}

// Elect elects the default provider and caches the result until Invalidate.
func (e *Env) Elect(ctx context.Context, t *ral.Type) Election {
	gen := e.generation()
	if el, ok := e.cachedElection(t, gen); ok {
		return el
	}
	el := Election{Type: t, Candidates: make([]Candidate, len(t.Providers()))}
	e.explainAll(ctx, t.Providers())
	for i, p := range t.Providers() {
		el.Candidates[i] = e.candidate(ctx, p)
	}
	el.decide()
	if ctx.Err() == nil {
		e.keepElection(t, gen, el)
	}
	return el
}

// explainAll tests the providers whose confines run a command concurrently, so that
// commands that hang time out together.
func (e *Env) explainAll(ctx context.Context, providers []*ral.Provider) {
	var wg sync.WaitGroup
	for _, p := range providers {
		if slices.ContainsFunc(p.Confines, func(c condition.Confine) bool { return c.Runs }) {
			wg.Go(func() { e.Explain(ctx, p) })
		}
	}
	wg.Wait()
}

func (e *Env) candidate(ctx context.Context, p *ral.Provider) Candidate {
	c := Candidate{Provider: p, Suitable: e.Explain(ctx, p).Suitable(), Ancestors: ancestors(p)}
	first := -1
	for i, clause := range p.Default {
		v := e.judge(ctx, clause)
		c.Clauses = append(c.Clauses, v)
		if v.Match && first < 0 {
			first = i
		}
	}
	vetoed := false
	for _, clause := range p.NotDefault {
		v := e.judge(ctx, clause)
		c.Vetoes = append(c.Vetoes, v)
		vetoed = vetoed || v.Match
	}
	c.Default = first >= 0 && !vetoed
	if c.Default {
		c.Pairs = len(p.Default[first])
	}
	c.Score = 100*c.Pairs + c.Ancestors
	if !c.Default && p.Score != 0 {
		c.Score = p.Score
	}
	return c
}

func ancestors(p *ral.Provider) int {
	if p.Ancestors > 0 {
		return p.Ancestors
	}
	return 4 + p.Depth()
}

func (el *Election) decide() {
	suitable := filter(el.Candidates, func(c Candidate) bool { return c.Suitable })
	if len(suitable) == 0 {
		el.Rule = NoneSuitable
		return
	}
	field, rule := suitable, ByScore
	if defaults := filter(suitable, func(c Candidate) bool { return c.Default }); len(defaults) > 0 {
		field, rule = defaults, ByClause
	}
	best := slices.MaxFunc(field, func(a, b Candidate) int { return a.Score - b.Score })
	top := filter(field, func(c Candidate) bool { return c.Score == best.Score })
	el.Winner, el.Rule = top[0].Provider, rule
	switch {
	case len(top) > 1:
		el.Rule = ByOrder
		for _, c := range top {
			el.Tied = append(el.Tied, c.Provider)
		}
	case len(suitable) == 1:
		el.Rule = OnlyOne
	case rule == ByClause && len(field) > 1:
		el.Rule = ByScore
	}
}

func filter(list []Candidate, keep func(Candidate) bool) []Candidate {
	var out []Candidate
	for _, c := range list {
		if keep(c) {
			out = append(out, c)
		}
	}
	return out
}

// Candidate returns the entry of a provider.
func (el Election) Candidate(p *ral.Provider) (Candidate, bool) {
	for _, c := range el.Candidates {
		if c.Provider == p {
			return c, true
		}
	}
	return Candidate{}, false
}

// SuitableCount returns the number of suitable candidates.
func (el Election) SuitableCount() int {
	return len(filter(el.Candidates, func(c Candidate) bool { return c.Suitable }))
}

// Why explains in a sentence why the winner is the default.
func (el Election) Why() string {
	if el.Type.OnlyDeclared() {
		return el.Type.Name + " needs no provider and does not list instances: declare it in a manifest for ralsh apply."
	}
	if el.Winner == nil {
		return "No provider is suitable on this host."
	}
	c, _ := el.Candidate(el.Winner)
	name := el.Winner.Name
	switch el.Rule {
	case OnlyOne:
		return fmt.Sprintf("%s is the default: the only suitable provider of %d.", name, len(el.Candidates))
	case ByClause:
		return fmt.Sprintf("%s is the default: %s.", name, c.matched())
	case ByOrder:
		return fmt.Sprintf("%s is the default because it was registered first: it ties with %s at %d.", name, el.others(), c.Score)
	}
	if c.Default {
		return fmt.Sprintf("%s is the default: %s, and %s.", name, c.matched(), el.scores())
	}
	return fmt.Sprintf("%s is the default. No defaultfor matches here, so the highest score wins: %s.", name, el.scores())
}

// MatchedClause returns the clause that made the winner the default, as in
// "os.family is debian", or "".
func (el Election) MatchedClause() string {
	c, ok := el.Candidate(el.Winner)
	if !ok || !c.Default {
		return ""
	}
	return c.matched()
}

func (c Candidate) matched() string {
	for _, v := range c.Clauses {
		if v.Match {
			return strings.ReplaceAll(v.Clause.String(), " = ", " is ")
		}
	}
	return ""
}

func (el Election) others() string {
	var names []string
	for _, p := range el.Tied[1:] {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func (el Election) scores() string {
	suitable := filter(el.Candidates, func(c Candidate) bool { return c.Suitable })
	slices.SortStableFunc(suitable, func(a, b Candidate) int { return b.Score - a.Score })
	parts := make([]string, len(suitable))
	for i, c := range suitable {
		parts[i] = fmt.Sprintf("%s %d", c.Provider.Name, c.Score)
	}
	return strings.Join(parts, ", ")
}

// WouldWin reports whether an unsuitable provider would be the default if it
// were suitable.
func (el Election) WouldWin(p *ral.Provider) bool {
	what := Election{Type: el.Type, Candidates: slices.Clone(el.Candidates)}
	for i := range what.Candidates {
		if what.Candidates[i].Provider == p {
			if what.Candidates[i].Suitable {
				return false
			}
			what.Candidates[i].Suitable = true
		}
	}
	what.decide()
	return what.Winner == p
}

// ClauseVerdict is the result of comparing a clause with the facts.
type ClauseVerdict struct {
	Clause condition.Clause
	Here   []string // current value of each fact
	Match  bool
}

func (e *Env) judge(ctx context.Context, clause condition.Clause) ClauseVerdict {
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
		v.Match = v.Match && matches(m, fact)
	}
	return v
}

func matches(m condition.Match, fact value.Value) bool {
	text := strings.ToLower(fact.Text())
	if text == "" || fact.IsUnknown() {
		return false
	}
	if m.Pattern != nil {
		return m.Pattern.MatchString(text)
	}
	return containsFold(m.Values, text)
}
