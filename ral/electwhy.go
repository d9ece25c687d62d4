package ral

import (
	"fmt"
	"slices"
	"strings"
)

// Why says in one sentence why the winner is the default.
func (el Election) Why() string {
	if el.Type.OnlyDeclared() {
		return el.Type.Name + " needs no provider and has no instances: it is declared in what ralsh apply takes."
	}
	if el.Winner == nil {
		return "No provider is suitable here."
	}
	c, _ := el.Candidate(el.Winner)
	name := el.Winner.Name
	switch el.Rule {
	case OnlyOne:
		return fmt.Sprintf("%s is the default: the only suitable provider of %d.", name, len(el.Candidates))
	case ByClause:
		return fmt.Sprintf("%s is the default: %s.", name, c.matched())
	case ByOrder:
		return fmt.Sprintf("%s is the default by order alone: it ties with %s at %d.", name, el.others(), c.Score)
	}
	if c.Default {
		return fmt.Sprintf("%s is the default: %s, and %s.", name, c.matched(), el.scores())
	}
	return fmt.Sprintf("%s is the default. No defaultfor matches here, so the highest score wins: %s.", name, el.scores())
}

// MatchedClause is the clause that made the winner the default, as a sentence:
// "os.family is debian"; "" when none did.
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
func (el Election) WouldWin(p *Provider) bool {
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
