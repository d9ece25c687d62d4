package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// tested is how long all tests took when they were run.
func (s *why) tested() time.Duration {
	var sum time.Duration
	for _, p := range s.choice.All {
		sum += p.Elapsed
	}
	return sum
}

// election tells how the default was found, as numbered steps.
func (s *why) election(width int) []frame.Line {
	el := s.choice.Election
	decided := 1
	switch el.Rule {
	case ral.ByClause:
		decided = 2
	case ral.ByScore:
		decided = 3
	case ral.ByOrder:
		decided = 4
	}
	lines := []frame.Line{frame.Title("who is the default, and why", safe.Clean(fmt.Sprintf("decided by step %d", decided)), false)}
	put := func(format string, args ...any) {
		lines = append(lines, numbered(fmt.Sprintf(format, args...), width)...)
	}
	put("1  %s, %d suitable here", widget.CountOf(len(el.Candidates), "candidate"), el.SuitableCount())
	suitable := suitableFirst(el)
	if len(suitable) > 1 {
		s.clauses(put, suitable)
		s.scores(put, el, suitable)
		if el.Rule == ral.ByOrder {
			lines = append(lines, signed(frame.SignNeeds, safe.Clean("4  a tie. "+el.Winner.Name+" is registered first, so "+el.Winner.Name+" is used.")))
			put("     Puppet warns here and does the same.")
			put("")
			lines = append(lines, rowsOf(safe.Clean("What would settle it: provider => "+el.Winner.Name+" in the resource, or a defaultfor in one of them."), width, 3)...)
		} else {
			put("4  %s", beaten(suitable))
		}
	}
	return append(lines, s.counterfactual(width)...)
}

// numbered is a step, wrapped below where its words begin.
func numbered(text string, width int) []frame.Line {
	words := strings.TrimLeft(text, " 0123456789")
	if strings.Contains(words, "   ") { // the rows of a table
		return []frame.Line{frame.Text(safe.Clean(text))}
	}
	at := len(text) - len(words)
	lead := text[:at]
	var lines []frame.Line
	for _, part := range wrapped(safe.Clean(words), width-frame.Margin-at) {
		lines = append(lines, frame.Text(safe.Clean(lead)+part))
		lead = strings.Repeat(" ", at)
	}
	return lines
}

// beaten are those behind the default that have the same score: who of them comes
// first would count where the default is not there.
func beaten(suitable []ral.Candidate) string {
	for i, c := range suitable[1:] {
		names := []string{c.Provider.Name}
		for _, other := range suitable[i+2:] {
			if other.Score == c.Score {
				names = append(names, other.Provider.Name)
			}
		}
		if last := len(names) - 1; last > 0 {
			return fmt.Sprintf("%s and %s tie at %d; it decides nothing", strings.Join(names[:last], ", "), names[last], c.Score)
		}
	}
	return "no tie"
}

func suitableFirst(el ral.Election) []ral.Candidate {
	list := slices.DeleteFunc(slices.Clone(el.Candidates), func(c ral.Candidate) bool { return !c.Suitable })
	slices.SortStableFunc(list, func(a, b ral.Candidate) int {
		switch {
		case a.Provider == el.Winner:
			return -1
		case b.Provider == el.Winner:
			return 1
		}
		return b.Score - a.Score
	})
	return list
}

func (s *why) clauses(put func(string, ...any), suitable []ral.Candidate) {
	var matching []string
	for _, c := range suitable {
		if c.Default {
			matching = append(matching, c.Provider.Name)
		}
	}
	switch len(matching) {
	case 0:
		put("2  defaultfor matches: none of the %d", len(suitable))
	case 1:
		put("2  defaultfor matches: %s alone, so %s it is", matching[0], matching[0])
	default:
		put("2  defaultfor matches: %s", strings.Join(matching, ", "))
	}
	for _, c := range suitable {
		if v := nearest(c); v != nil {
			put("     %s  %s", c.Provider.Name, v.Clause)
			put("     here: %s", strings.Join(v.Here, ", "))
			return
		}
	}
}

// nearest is the clause of a candidate that tells most: one that matches, else
// a veto that does, else the one of which most pairs match.
func nearest(c ral.Candidate) *ral.ClauseVerdict {
	for i := range c.Clauses {
		if c.Clauses[i].Match {
			return &c.Clauses[i]
		}
	}
	for i := range c.Vetoes {
		if c.Vetoes[i].Match {
			return &c.Vetoes[i]
		}
	}
	var best *ral.ClauseVerdict
	most := -1
	for i, v := range c.Clauses {
		n := 0
		for k, m := range v.Clause {
			if slices.ContainsFunc(m.Values, func(want string) bool { return strings.EqualFold(want, v.Here[k]) }) {
				n++
			}
		}
		if n > most {
			best, most = &c.Clauses[i], n
		}
	}
	return best
}

func (s *why) scores(put func(string, ...any), el ral.Election, suitable []ral.Candidate) {
	best := suitable[0]
	switch {
	case el.Rule == ral.ByClause:
		var others []string
		for _, c := range suitable[1:] {
			others = append(others, fmt.Sprintf("%s %d", c.Provider.Name, c.Score))
		}
		put("3  score %d = %d x 100 + %d ancestors; the others: %s", best.Score, best.Pairs, best.Ancestors, strings.Join(others, ", "))
		return
	case el.Rule == ral.ByOrder:
		var tied []string
		for _, p := range el.Tied {
			tied = append(tied, p.Name+" "+strconv.Itoa(best.Score))
		}
		put("3  highest score: %s", strings.Join(tied, " and "))
	default:
		put("3  highest score wins: %s %d", best.Provider.Name, best.Score)
	}
	put("     score   pairs   ancestors")
	for _, c := range suitable {
		mark := " "
		if c.Provider == el.Winner {
			mark = "*"
		}
		own := strconv.Itoa(c.Ancestors)
		if !c.Default && c.Provider.Score != 0 {
			own = "set by itself"
		}
		put("   %s %-7d %-7d %-9s %s", mark, c.Score, c.Pairs, own, c.Provider.Name)
	}
}

// counterfactual says who would win if it were suitable; only of the provider
// under the cursor, and only where it would change the outcome.
func (s *why) counterfactual(width int) []frame.Line {
	at, ok := s.list.Cursor()
	el := s.choice.Election
	if !ok || at.Suitable() || !el.WouldWin(at.Provider) {
		return nil
	}
	c, _ := el.Candidate(at.Provider)
	text := fmt.Sprintf("If %s were suitable it would be the default: %d", at.Provider.Name, c.Score)
	if w, ok := el.Candidate(el.Winner); ok && el.Winner != nil {
		text += fmt.Sprintf(" against %s %d", el.Winner.Name, w.Score)
	}
	return append([]frame.Line{nil}, rowsOf(safe.Clean(text+"."), width, 2)...)
}
