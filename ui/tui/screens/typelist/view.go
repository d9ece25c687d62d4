package typelist

import (
	"time"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// table returns the columns of the list alone. The last column always ends at
// the right margin.
func (s *Screen) table(width int, _ frame.Layout) kit.Table {
	const drawn = 80 // cells of the columns without the summary
	summary, suitable, instances, took := 3, 3, 5, max(2, 13+width-drawn)
	if width >= 98 {
		summary, suitable, instances, took = 2, 2, 2, 2
	}
	return kit.Table{Title: "types", Columns: []frame.Column{
		{Title: "type", Min: 18},
		{Title: "description", Min: 30, Ideal: 45, Grow: 1, Gap: 3, Drop: 1},
		{Title: "default", Min: 11, Gap: summary, Drop: 4},
		{Title: "suitable", Min: 8, Right: true, Gap: suitable, Drop: 3},
		{Title: "instances", Min: len("by command"), Right: true, Gap: instances - 1},
		{Title: "time", Min: 6, Right: true, Gap: took, Drop: 2},
	}}
}

func (s *Screen) row(shown widget.Shown[*listings.Listing], slots []frame.Slot) frame.Row {
	l := shown.Item
	suitable, winner := "", ""
	if l.Choice != nil {
		suitable = suitableCount(l)
		winner = "no provider"
		if l.Type.OnlyDeclared() {
			winner = "not needed"
		}
		if w := l.Choice.Election.Winner; w != nil {
			winner = w.Name
		}
	}
	return frame.Row{
		Cursor: shown.Cursor, Sign: kit.TypeSign(l), Muted: l.Choice != nil && l.Choice.Election.Winner == nil && !l.Type.OnlyDeclared(),
		Cells: frame.Cells(slots, safe.Clean(l.Type.Name), safe.Clean(l.Type.Summary), safe.Clean(winner),
			safe.Clean(suitable), kit.InstancesCount(l), timeTaken(l, s.Sh.Now())),
	}
}

func (s *Screen) View(width, height int) frame.Content {
	s.width = width
	if s.Wide = width >= frame.SplitWidth; s.Wide {
		return s.miller(width, height)
	}
	s.Pane.Focus = false
	var foot frame.Foot
	if _, ok := s.List.Cursor(); ok && height >= frame.FootHeight {
		foot.Lines = make([]frame.Line, frame.FootRows)
	}
	s.List.Height(frame.Arrange(width, height, foot).TableRows()) // the foot shows which rows are visible
	return s.Browser.View(width, height)
}

// miller draws the list with the instances and the details of the type.
func (s *Screen) miller(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	m := kit.MillerOf(width, s.Shift)
	now := s.Sh.Now()
	inside := rooms.Body - 2
	s.List.Height(inside - 1)
	types := []frame.Line{kit.TypesHead(kit.Position(s.List), !s.Pane.Focus).Scrolled(frame.Rows(s.List.Rows()))}
	for _, shown := range s.List.Window() {
		types = append(types, kit.TypeRow(shown.Item, shown.Cursor))
	}
	var middle, rest []frame.Line
	at, ok := s.List.Cursor()
	if !s.rest.Moving || s.about == nil {
		s.about = at
	}
	if at := s.about; ok {
		if m.Middle > 0 {
			middle = s.instances.Lines(s.Sh, at, frame.BoxWidth(m.Middle), inside-1)
		}
		rest = s.Pane.Window(typeDetail{sh: s.Sh, l: at, width: frame.BoxWidth(m.Rest), height: inside, now: now}.lines(), inside)
	} else {
		rest = append([]frame.Line{frame.Title("no results", "", false)}, kit.ProseRows(s.nothing(), frame.BoxWidth(m.Rest))...)
	}
	return s.Content(m.Block(types, middle, rest))
}

// nothing returns that the filter hides all types.
func (s *Screen) nothing() safe.Text {
	var names []string
	for _, t := range s.Sh.Session.Types() {
		names = append(names, t.Name)
	}
	return s.Search.Hides(s.Sh, "type", "a sign", ral.Nearest(s.Search.Text(), names))
}

func suitableCount(l *listings.Listing) string {
	return string(words.Count(l.Choice.Election.SuitableCount()) + "/" + words.Count(len(l.Choice.All)))
}

func timeTaken(l *listings.Listing, now time.Time) safe.Text {
	if l.Stage == listings.StageWaiting || l.Stage == listings.StageDone && len(l.Sources) == 0 {
		return ""
	}
	return words.Took(l.Took(now))
}

// elected returns why the type under the cursor has its default, if details do
// not fit.
func (s *Screen) elected() safe.Text {
	at, ok := s.List.Cursor()
	switch {
	case s.width >= frame.NarrowWidth || !ok || at.Choice == nil:
		return ""
	case at.Unsuitable():
		return safe.Clean(kit.UnsuitableReason(at))
	}
	return safe.Clean(at.Choice.Election.Why())
}

func (s *Screen) message() frame.Message {
	now := s.Sh.Now()
	counted, total := 0, s.List.Total()
	var slow *listings.Listing
	var longest time.Duration
	for _, t := range s.Sh.Session.Types() {
		l := s.Sh.Listings.Of(t)
		if !l.Busy() && l.Stage != listings.StageWaiting {
			counted++
		}
		if l.Busy() && (slow == nil || l.Began.Before(slow.Began)) {
			slow = l
		}
		if l.Stage == listings.StageDone {
			longest = max(longest, l.Took(now))
		}
	}
	if reading := s.reading(); slow == nil && reading != "" {
		return frame.Message{Text: s.elected(), Evidence: reading}
	}
	if slow == nil {
		if counted == 0 {
			return frame.Message{}
		}
		return frame.Message{Text: s.elected(), Evidence: words.CountOf(total, "type") + "  " + words.Took(longest)}
	}
	text := words.Count(counted) + " of " + words.CountOf(total, "type") + " counted; " + safe.Clean(slow.Type.Name)
	if slow.Stage == listings.StageTesting {
		text += "'s providers are being tested"
	} else {
		text += " is reading, " + words.Count(len(slow.Entries)) + " so far"
	}
	return frame.Message{Text: text, Evidence: words.Took(slow.Took(now))}
}
