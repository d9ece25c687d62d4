package why

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// details returns the tests of a provider, its features, and the hosts for
// which it is the default.
func (s *Screen) details(p onhost.Suitability, width, height int, focus bool) []frame.Line {
	head := frame.Title(safe.Clean(p.Provider.Name), words.Took(p.Elapsed), focus)
	verdict := kit.BadgeRows("suitable", theme.BadgeOK, verdictText(p), width)
	if !p.Suitable() {
		verdict = kit.BadgeRows("unsuitable", theme.BadgeRemove, verdictText(p), width)
	}
	lines := append(kit.PlainLines(kit.AppendAiry(nil, height >= frame.AiryHeight-6)...), kit.PlainLines(verdict...)...)
	lines = append(lines, kit.PageLine{})
	s.folded = len(p.Tests) > 6 && slices.ContainsFunc(p.Tests, func(v onhost.Verdict) bool { return v.Outcome == onhost.Passed })
	fold := s.folded && !s.all
	passed := 0
	for i, v := range p.Tests {
		if fold && v.Outcome == onhost.Passed {
			passed++
			continue
		}
		if p.Provider.Origin.BuiltIn() {
			v.From = "built in"
		}
		lines = append(lines, testLines(i, v, width)...)
	}
	if passed > 0 {
		row := kit.SignedRow(frame.SignInSync, words.CountOf(passed, "test")+" passed")
		row.Evidence = s.Sh.Spell("{open} show all")
		lines = append(lines, kit.PageLine{ID: "passed", Line: row}, kit.PageLine{})
	}
	if o := p.Provider.Origin; !o.BuiltIn() {
		for i, t := range kit.Wrap(safe.Clean("From "+o.String()+"."), width-frame.Margin) {
			lines = append(lines, kit.PageLine{ID: "from" + strconv.Itoa(i), Line: frame.Text(t)})
		}
		lines = append(lines, kit.PageLine{})
	}
	if len(p.Tests) == 0 {
		lines = append(lines, kit.PageLine{ID: "none", Line: frame.Text("the provider has no tests: it is suitable on every host")}, kit.PageLine{})
	}
	lines = append(lines, s.listed(p.Provider, width)...)
	if names := p.Provider.FeatureNames(); len(names) > 0 {
		lines = append(lines, kit.PlainLines(frame.Title("features", "declared", false))...)
		for i, t := range kit.Wrap(safe.Clean(strings.Join(names, "  ")), width-frame.Margin) {
			lines = append(lines, kit.PageLine{ID: "features" + strconv.Itoa(i), Line: frame.Text(t)})
		}
		lines = append(lines, kit.PageLine{})
	}
	lines = append(lines, s.clauseLines(p, width)...)
	if s.page {
		lines = append(lines, kit.PlainLines(s.counterfactual(width)...)...)
	}
	s.tests.Set(lines)
	rows := s.tests.Window(height-1, focus)
	if text := s.tests.Rows(); text != "" {
		head.Evidence = text
		head = head.Scrolled(s.tests.Scroll())
	}
	return append([]frame.Line{head}, rows...)
}

func verdictText(p onhost.Suitability) safe.Text {
	if len(p.Tests) == 0 {
		return "no tests"
	}
	if p.Suitable() {
		if len(p.Tests) == 1 {
			return "its test passed"
		}
		return words.CountOf(len(p.Tests), "test") + " passed"
	}
	if len(p.Tests) == 1 {
		return "its test failed"
	}
	return words.Count(p.Failures()) + " of " + words.Count(len(p.Tests)) + " tests failed"
}

func testLines(i int, v onhost.Verdict, width int) []kit.PageLine {
	row := kit.SignedRow(testSign(v.Outcome), safe.Clean(v.Title))
	row.Strong, row.Cells[0].Style = true, theme.Strong
	row.Evidence = words.Took(v.Elapsed)
	lines := []kit.PageLine{{ID: "test" + strconv.Itoa(i), Line: row}}
	const label, at = 4, 13
	put := func(name, text safe.Text, style theme.Token) {
		if text == "" {
			return
		}
		for n, t := range kit.Wrap(text, width-at) {
			r := frame.Row{Cells: []frame.Cell{{At: frame.At(at), Text: t, Style: style}}}
			if n == 0 {
				r.Cells = append([]frame.Cell{{At: frame.At(label), Text: name, Style: theme.Muted}}, r.Cells...)
			}
			lines = append(lines, kit.PageLine{Line: r})
		}
	}
	put("expected", safe.Clean(strings.Join(v.Expected, " or ")), theme.Text)
	got := safe.Clean(v.Got)
	if v.Outcome == onhost.NotKnown {
		got = "unknown: " + got
	}
	style := theme.Text
	switch v.Outcome {
	case onhost.Passed:
		style = theme.OK
	case onhost.Failed, onhost.Broken:
		style = theme.Remove
	case onhost.NotKnown:
		style = theme.Info
	}
	put("current", got, style)
	if v.Outcome != onhost.Passed {
		put("searched", safe.Clean(strings.Join(v.Read, " ")), theme.Muted)
		put("hint", safe.Clean(v.Hint), theme.Muted)
		put("from", writtenIn(v), theme.Muted)
	}
	return append(lines, kit.PageLine{})
}

// writtenIn returns where a test is defined and how often it runs.
func writtenIn(v onhost.Verdict) safe.Text {
	when := "tested once"
	if v.Uncached {
		when = "tested each time"
	}
	if v.From == "" {
		return safe.Clean(when)
	}
	return safe.Clean(v.From + ", " + when)
}

func testSign(o onhost.Outcome) frame.Sign {
	switch o {
	case onhost.Passed:
		return frame.SignInSync
	case onhost.NotKnown:
		return frame.SignUnknown
	case onhost.Broken:
		return frame.SignNeeds
	}
	return frame.SignCannot
}

// clauseLines returns the clauses by which the provider is a default, matching
// clauses first. It folds the other clauses.
func (s *Screen) clauseLines(p onhost.Suitability, width int) []kit.PageLine {
	c, _ := s.choice.Election.Candidate(p.Provider)
	if len(c.Clauses)+len(c.Vetoes) == 0 {
		return nil
	}
	const seen = 5
	text := words.CountOf(len(c.Clauses), "clause")
	if n := len(c.Vetoes); n > 0 {
		text += ", and " + words.CountOf(n, "not for", "not for")
	}
	lines := kit.PlainLines(frame.Title("default for", text, false))
	clause := func(id string, v onhost.ClauseVerdict) {
		sign := frame.NoSign
		if v.Match {
			sign = frame.SignInSync
		}
		here := width * 2 / 3
		text, said := safe.Clean(v.Clause.String()), safe.Clean("this host: "+strings.Join(v.Here, ", "))
		if text.Width() <= here-frame.Margin-2 {
			lines = append(lines, kit.PageLine{ID: id, Line: frame.Row{Sign: sign, Cells: []frame.Cell{
				{At: frame.At(frame.Margin), Text: text}, {At: frame.At(here), Text: said},
			}}})
			return
		}
		// A long clause is followed by the values of this host.
		for i, t := range kit.Wrap(text, width-frame.Margin) {
			row := kit.PageLine{Line: frame.Text(t)}
			if i == 0 {
				row = kit.PageLine{ID: id, Line: kit.SignedRow(sign, t)}
			}
			lines = append(lines, row)
		}
		lines = append(lines, kit.PageLine{Line: frame.Row{Cells: []frame.Cell{{At: frame.At(2 * frame.Margin), Text: said}}}})
	}
	n := 0
	for _, match := range []bool{true, false} {
		for i, v := range c.Clauses {
			if v.Match != match || n >= seen && !s.all {
				continue
			}
			n++
			clause(fmt.Sprint("clause", i), v)
		}
	}
	if left := len(c.Clauses) - n; left > 0 {
		row := frame.Text(words.Count(left) + " more")
		row.Evidence = s.Sh.Spell("{open} show all")
		lines = append(lines, kit.PageLine{ID: "more", Line: row})
	}
	if len(c.Vetoes) > 0 {
		lines = append(lines, kit.PlainLines(frame.Text("not for"))...)
		for i, v := range c.Vetoes {
			clause(fmt.Sprint("veto", i), v)
		}
	}
	return lines
}
