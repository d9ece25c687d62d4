package model

import (
	"context"
	"slices"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/onhost"
)

// Choice holds the election of a type and the tests of all its providers.
type Choice struct {
	Election onhost.Election
	All      []onhost.Suitability // suitable ones first, by score; then the others by name
	Elapsed  time.Duration
}

// Choose tests every provider of a type and elects its default.
func (s *Session) Choose(ctx context.Context, t *ral.Type) Choice {
	start := s.Env.Reader().Now()
	c := Choice{Election: s.Env.Elect(ctx, t)}
	for _, p := range t.Providers() {
		c.All = append(c.All, s.Env.Explain(ctx, p))
	}
	slices.SortStableFunc(c.All, func(a, b onhost.Suitability) int {
		if a.Suitable() != b.Suitable() {
			if a.Suitable() {
				return -1
			}
			return 1
		}
		if a.Suitable() {
			if d := c.score(b) - c.score(a); d != 0 {
				return d
			}
		}
		return strings.Compare(a.Provider.Name, b.Provider.Name)
	})
	c.Elapsed = s.Env.Reader().Since(start)
	return c
}

func (c Choice) score(s onhost.Suitability) int {
	candidate, _ := c.Election.Candidate(s.Provider)
	return candidate.Score
}

// Verdict describes a provider in a few words: "default: os.family is debian",
// "suitable", "PID 1 is docker-init".
func (c Choice) Verdict(s onhost.Suitability) string {
	switch el := c.Election; {
	case !s.Suitable():
		return s.Reason()
	case el.Winner != s.Provider && slices.Contains(el.Tied, s.Provider):
		return "suitable, ties with " + el.Winner.Name
	case el.Winner != s.Provider:
		return "suitable"
	case el.Rule == onhost.ByOrder:
		return "default, registered first"
	case el.Rule == onhost.ByClause:
		return "default: " + el.MatchedClause()
	}
	return "default"
}

// Unsuitable returns why resources of the type cannot be read: the reason of each
// provider. It returns nil if a provider is suitable, and for a type without
// providers.
func (c Choice) Unsuitable() error {
	if len(c.All) == 0 {
		return nil
	}
	for _, sv := range c.All {
		if sv.Suitable() {
			return nil
		}
	}
	return &onhost.NoProviderError{Type: c.All[0].Provider.TypeOf(), Tried: c.All}
}
