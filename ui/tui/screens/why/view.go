package why

import (
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

func (s *Screen) View(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	s.narrow = !rooms.Split
	c := frame.Content{Message: s.message()}
	keyLine := func(in ...keys.Intent) frame.Keys { return s.actions().Only(in...).Keys(s.Sh) }
	at, ok := s.List.Cursor()
	switch {
	case s.page && ok:
		c.Body = []frame.Block{frame.One(s.details(at, width, rooms.Body, true))}
		c.Keys = keyLine(keys.Back, keys.Open, keys.Copy, keys.Refresh, keys.ShowCommand)
	case rooms.Split:
		split := rooms.Divide(55, s.Shift)
		list, election := s.left(frame.BoxWidth(split), rooms.Body, rooms)
		if rooms.Body < leastStacked {
			list, election = append(list, election...), nil
		}
		right := []frame.Line{frame.Title("tests", "", false)}
		if ok {
			right = s.details(at, frame.BoxWidth(width-split), rooms.Body-1, s.inTests)
		}
		c.Body = []frame.Block{{{Lines: list, Width: split, Under: election}, {Lines: right}}}
		c.Keys = keyLine(keys.Open, keys.NextPane, keys.Instances, keys.Copy, keys.ShowCommand, keys.Refresh, keys.Filter)
	default:
		list, election := s.left(width, rooms.Body, rooms)
		c.Body = []frame.Block{frame.One(append(list, election...))}
		c.Keys = keyLine(keys.Open, keys.Instances, keys.Filter, keys.Copy, keys.ShowCommand)
	}
	return c
}

func (s *Screen) message() frame.Message {
	if s.choice == nil {
		text := "the providers of " + safe.Clean(s.typ.Name) + " are being tested, at most " + words.Took(onhost.TestDeadline) + " per test"
		return frame.Message{Text: text, Evidence: words.Took(s.job.Took())}
	}
	if len(s.choice.All) == 0 {
		return frame.Message{Text: "the type has no providers"}
	}
	took := words.CountOf(len(s.choice.All), "provider") + "  " + words.Took(s.tested())
	if tied := s.choice.Election.Tied; len(tied) > 1 {
		best, _ := s.choice.Election.Candidate(tied[0])
		both := ", both "
		names := tied[0].Name + " and " + tied[1].Name
		if len(tied) > 2 {
			names, both = tied[0].Name+" and "+strconv.Itoa(len(tied)-1)+" others", ", all "
		}
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean("the default of " + s.typ.Name + " is a tie: " + names + both + strconv.Itoa(best.Score)), Evidence: took}
	}
	return frame.Message{Text: "all tests ran (ralsh does not stop at a failure)", Evidence: took}
}

// leastStacked is the minimum height at which the election has a separate pane.
const leastStacked = 16

// left returns the list of providers, and the election below it.
func (s *Screen) left(width, height int, rooms frame.Layout) (list, election []frame.Line) {
	columns := []frame.Column{
		{Title: "provider", Min: 8, Ideal: 16},
		{Title: "score", Min: 5, Gap: 3, Right: true, Drop: 1},
		{Title: "verdict", Min: 16, Grow: 1, Gap: 3},
	}
	if rooms.Split {
		columns[0].Ideal = s.longest()
	}
	slots := frame.Columns(columns, width, rooms.Columns)
	head := frame.Titles(columns, slots, !s.inTests).Named("providers", s.suitable())
	head.Sub = "of " + safe.Clean(s.typ.Name)
	narrow := !rooms.Split && rooms.Columns == 0
	if narrow {
		head.Last = "source"
	}
	height-- // the column heads
	lines := []frame.Line{head}
	if s.choice == nil {
		return append(lines, kit.SignedRow(frame.SignWorks, "being tested")), nil
	}
	if len(s.choice.All) == 0 {
		return append(lines, kit.RowsOf(safe.Clean(s.choice.Election.Why()), width, 3)...), nil
	}
	election = s.election(width)
	_, _, shown := s.List.Rows()
	around := 2
	if rooms.Split {
		around = 3 // the borders between the panes
	}
	if rooms.Split && height-len(election)-around > shown {
		election = slices.Insert(election, 1, frame.Line(nil))
	}
	room := max(min(shown, 4), height-len(election)-around)
	s.List.Height(max(1, min(room, height-1)))
	for _, row := range s.List.Window() {
		lines = append(lines, s.row(row, slots, narrow))
	}
	if from, to, of := s.List.Rows(); to-from+1 < of {
		head.Evidence = kit.RowsText(from, to, of)
		lines[0] = head.Scrolled(frame.Rows(from, to, of))
	}
	if shown == 0 {
		var names []string
		for _, p := range s.choice.All {
			names = append(names, p.Provider.Name)
		}
		lines = append(lines, kit.RowsOf(s.Search.Hides(s.Sh, "provider", "a sign", ral.Nearest(s.Search.Text(), names)), width, 3)...)
	}
	if !rooms.Split && len(lines)+1+len(election) <= height {
		lines = append(lines, nil)
	}
	return lines, election
}

// longest returns the width of the provider names.
func (s *Screen) longest() int {
	n := len("provider")
	for _, p := range s.typ.Providers() {
		n = max(n, min(len(p.Name), 16))
	}
	return n
}

// suitable returns how many of the providers are suitable.
func (s *Screen) suitable() safe.Text {
	if s.choice == nil {
		return ""
	}
	return words.Count(s.choice.Election.SuitableCount()) + " of " + words.Count(len(s.choice.All)) + " suitable"
}

func (s *Screen) row(row widget.Shown[onhost.Suitability], slots []frame.Slot, narrow bool) frame.Line {
	p := row.Item
	var score safe.Text
	if p.Suitable() {
		candidate, _ := s.choice.Election.Candidate(p.Provider)
		score = safe.Clean(strconv.Itoa(candidate.Score))
	}
	r := frame.Row{
		Cursor: row.Cursor && !s.inTests, Sign: s.sign(p), Strong: true,
		Cells: frame.Cells(slots, safe.Clean(p.Provider.Name), score, safe.Clean(s.choice.Verdict(p))),
	}
	if cell := &r.Cells[len(r.Cells)-1]; !p.Suitable() {
		cell.Style = theme.Muted
		if !r.Cursor {
			r.Cells[0].Style = theme.Muted
		}
	} else if s.choice.Election.Winner == p.Provider {
		why := strings.TrimLeft(strings.TrimPrefix(string(cell.Text), "default"), ":, ")
		cell.Text, cell.Style = "default", theme.BadgeAccent
		cell.More = []frame.Span{{Text: " " + safe.Clean(why), Style: theme.Muted}}
	} else {
		cell.Style = theme.OK
	}
	if narrow {
		r.Evidence = safe.Clean(p.Provider.SourceName())
	}
	return r
}
