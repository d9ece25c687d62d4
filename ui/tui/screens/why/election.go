package why

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// tested returns the total duration of all tests.
func (s *Screen) tested() time.Duration {
	var sum time.Duration
	for _, p := range s.choice.All {
		sum += p.Elapsed
	}
	return sum
}

// election explains how the default was elected, as numbered steps.
func (s *Screen) election(width int) []frame.Line {
	el := s.choice.Election
	decided := 1
	switch el.Rule {
	case onhost.ByClause:
		decided = 2
	case onhost.ByScore:
		decided = 3
	case onhost.ByOrder:
		decided = 4
	}
	lines := []frame.Line{frame.Title("default provider", safe.Clean(fmt.Sprintf("decided by rule %d", decided)), false)}
	put := func(step int, format string, args ...any) {
		lines = append(lines, numbered(step, safe.Clean(fmt.Sprintf(format, args...)), width)...)
	}
	put(1, "%s, %d suitable", words.CountOf(len(el.Candidates), "candidate"), el.SuitableCount())
	suitable := suitableFirst(el)
	if len(suitable) > 1 {
		s.clauses(put, suitable)
		lines = append(lines, s.scores(el, suitable, width)...)
		if el.Rule == onhost.ByOrder {
			tie := numbered(4, safe.Clean("a tie: ralsh uses "+el.Winner.Name+", which is registered first."), width)
			first := tie[0].(frame.Row)
			first.Cells[0].Style = theme.Danger
			tie[0] = first
			lines = append(lines, tie...)
			put(0, "Puppet uses it too, with a warning.")
			put(0, "To resolve the tie, declare provider => %s, or add a defaultfor to a provider.", el.Winner.Name)
		} else {
			put(4, "%s", beaten(suitable))
		}
	}
	return append(lines, s.counterfactual(width)...)
}

// stepMargin is the column of the words of a step.
const stepMargin = 4

// numbered returns a wrapped step. Step 0 continues the previous step.
func numbered(step int, text safe.Text, width int) []frame.Line {
	var lines []frame.Line
	for i, part := range kit.Wrap(text, width-stepMargin) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.Slot{Col: 1, Width: 2}}, {At: frame.At(stepMargin), Text: part}}}
		if i == 0 && step > 0 {
			row.Cells[0].Text, row.Cells[0].Style = safe.Clean(strconv.Itoa(step)), theme.Accent
		}
		if step == 0 {
			row.Cells[1].Style = theme.Muted
		}
		lines = append(lines, row)
	}
	return lines
}

// beaten reports providers after the default with the same score, which would
// matter only without the default.
func beaten(suitable []onhost.Candidate) string {
	for i, c := range suitable[1:] {
		names := []string{c.Provider.Name}
		for _, other := range suitable[i+2:] {
			if other.Score == c.Score {
				names = append(names, other.Provider.Name)
			}
		}
		if last := len(names) - 1; last > 0 {
			return fmt.Sprintf("%s and %s tie at %d, without effect", strings.Join(names[:last], ", "), names[last], c.Score)
		}
	}
	return "no tie"
}

func suitableFirst(el onhost.Election) []onhost.Candidate {
	list := slices.DeleteFunc(slices.Clone(el.Candidates), func(c onhost.Candidate) bool { return !c.Suitable })
	slices.SortStableFunc(list, func(a, b onhost.Candidate) int {
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

func (s *Screen) clauses(put func(int, string, ...any), suitable []onhost.Candidate) {
	var matching []string
	for _, c := range suitable {
		if c.Default {
			matching = append(matching, c.Provider.Name)
		}
	}
	switch len(matching) {
	case 0:
		put(2, "defaultfor: matches no provider of %d", len(suitable))
	case 1:
		put(2, "defaultfor: matches only %s", matching[0])
	default:
		put(2, "defaultfor: matches %s", strings.Join(matching, ", "))
	}
	for _, c := range suitable {
		if v := nearest(c); v != nil {
			put(0, "%s  %s", c.Provider.Name, v.Clause)
			put(0, "this host: %s", strings.Join(v.Here, ", "))
			return
		}
	}
}

// nearest returns the most informative clause of a candidate: a matching
// clause, or a matching veto, or the clause with most matching pairs.
func nearest(c onhost.Candidate) *onhost.ClauseVerdict {
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
	var best *onhost.ClauseVerdict
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

// scores returns the scores of the suitable providers with bars, and their
// parts.
func (s *Screen) scores(el onhost.Election, suitable []onhost.Candidate, width int) []frame.Line {
	head := "highest score: pairs x 100 + ancestors"
	switch el.Rule {
	case onhost.ByClause:
		head = "scores, without effect: pairs x 100 + ancestors"
	case onhost.ByOrder:
		head = "highest score: tied"
	}
	lines := numbered(3, safe.Clean(head), width)
	if el.Rule == onhost.ByScore {
		for _, line := range lines {
			line.(frame.Row).Cells[1].Style = theme.Strong
		}
	}
	most, name := 1, 6
	for _, c := range suitable {
		most, name = max(most, c.Score), max(name, min(len(c.Provider.Name), 14))
	}
	const numbers = 5
	made := len("set by provider")
	at := stepMargin + name + 2
	bar := min(24, width-at-numbers-3-made)
	for _, c := range suitable {
		own := safe.Clean(fmt.Sprintf("%d + %d", 100*c.Pairs, c.Ancestors))
		if !c.Default && c.Provider.Score != 0 {
			own = "set by provider"
		}
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.Slot{Col: stepMargin, Width: name}, Text: safe.Clean(c.Provider.Name)}}}
		style := theme.Muted
		if c.Provider == el.Winner {
			row.Cells[0].Style, style = theme.Strong, theme.Accent
		}
		next := at
		if bar >= 6 && !s.Sh.Mode.Plain {
			cells := max(1, bar*max(0, c.Score)/most)
			row.Cells = append(row.Cells, frame.Cell{At: frame.Slot{Col: at, Width: bar}, Text: safe.Clean(strings.Repeat(s.Sh.Mode.Glyphs().Done, cells)), Style: style})
			next = at + bar + 1
		}
		row.Cells = append(row.Cells,
			frame.Cell{At: frame.Slot{Col: next, Width: numbers, Right: true}, Text: safe.Clean(strconv.Itoa(c.Score))},
			frame.Cell{At: frame.At(next + numbers + 2), Text: own, Style: theme.Muted})
		lines = append(lines, row)
	}
	return lines
}

// counterfactual describes the election if the provider under the cursor were
// suitable, but only if that would change the outcome.
func (s *Screen) counterfactual(width int) []frame.Line {
	at, ok := s.List.Cursor()
	el := s.choice.Election
	if !ok || at.Suitable() || !el.WouldWin(at.Provider) {
		return nil
	}
	c, _ := el.Candidate(at.Provider)
	text := fmt.Sprintf("It would be the default, with a score of %d", c.Score)
	if w, ok := el.Candidate(el.Winner); ok && el.Winner != nil {
		text += fmt.Sprintf(" against %d of %s", w.Score, el.Winner.Name)
	} else {
		text += ": no provider is suitable now"
	}
	lines := []frame.Line{nil, frame.Title("if "+safe.Clean(at.Provider.Name)+" were suitable", "", false)}
	return append(lines, kit.ProseRows(safe.Clean(text+"."), width)...)
}
