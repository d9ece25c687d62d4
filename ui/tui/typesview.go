package tui

import (
	"time"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// typeColumns are the columns at a width; the last of them always ends at the
// right margin.
func typeColumns(width int) []frame.Column {
	const drawn = 80 // cells that the columns take without what it is
	summary, suitable, instances, took := 3, 3, 5, max(2, 13+width-drawn)
	if width >= 98 {
		summary, suitable, instances, took = 2, 2, 2, 2
	}
	return []frame.Column{
		{Title: "type", Min: 18},
		{Title: "what it is", Min: 30, Ideal: 45, Grow: 1, Gap: 3, Drop: 1},
		{Title: "default", Min: 11, Gap: summary, Drop: 4},
		{Title: "suitable", Min: 8, Right: true, Gap: suitable, Drop: 3},
		{Title: "instances", Min: len("by command"), Right: true, Gap: instances - 1},
		{Title: "time", Min: 6, Right: true, Gap: took, Drop: 2},
	}
}

func (s *types) view(width, height int) frame.Content {
	s.width = width
	if s.wide = width >= frame.SplitWidth; s.wide {
		return s.miller(width, height)
	}
	s.detail.focus = false
	foot := s.foot(width, height)
	rooms := frame.Arrange(width, height, foot)
	s.list.Height(rooms.TableRows())
	foot = s.foot(width, height)
	columns := typeColumns(width)
	slots := frame.Columns(columns, width, rooms.Columns)
	lines := []frame.Line{frame.Titles(columns, slots, true).Named("types", position(s.list))}
	now := s.sh.now()
	for _, shown := range s.list.Window() {
		l := shown.Item
		suitable, winner := "", ""
		if l.Choice != nil {
			suitable = suitableCount(l)
			winner = "no provider"
			if l.Type.OnlyDeclared() {
				winner = "needs none"
			}
			if w := l.Choice.Election.Winner; w != nil {
				winner = w.Name
			}
		}
		lines = append(lines, frame.Row{
			Cursor: shown.Cursor, Sign: typeSign(l), Muted: winner == "no provider",
			Cells: frame.Cells(slots, safe.Clean(l.Type.Name), safe.Clean(l.Type.Summary), safe.Clean(winner),
				safe.Clean(suitable), instancesCount(l), timeTaken(l, now)),
		})
	}
	if len(lines) == 1 {
		lines = append(lines, rowsOf(s.nothing(), width, 3)...)
	}
	return frame.Content{
		Body:    []frame.Block{frame.One(lines)},
		Foot:    foot,
		Message: s.message(now),
		Keys:    s.keyLine(rooms.Split),
	}
}

// miller is the list with its instances and what there is to say of the type.
func (s *types) miller(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	m := millerOf(width, s.shift)
	now := s.sh.now()
	inside := rooms.Body - 2
	s.list.Height(inside - 1)
	types := []frame.Line{typesHead(position(s.list), !s.detail.focus).Scrolled(frame.Rows(s.list.Rows()))}
	for _, shown := range s.list.Window() {
		types = append(types, typeRow(shown.Item, shown.Cursor))
	}
	var middle, rest []frame.Line
	at, ok := s.list.Cursor()
	if !s.rest.moving || s.about == nil {
		s.about = at
	}
	if at := s.about; ok {
		if m.middle > 0 {
			middle = s.beside.lines(s.sh, at, frame.BoxWidth(m.middle), inside-1)
		}
		rest = s.detail.window(typeDetail{sh: s.sh, l: at, width: frame.BoxWidth(m.rest), height: inside, now: now}.lines(), inside)
	} else {
		rest = []frame.Line{frame.Title("nothing found", "", false)}
		for _, part := range wrapped(s.nothing(), frame.BoxWidth(m.rest)-1) {
			rest = append(rest, frame.Prose(part))
		}
	}
	return frame.Content{Body: []frame.Block{m.block(types, middle, rest)}, Message: s.message(now), Keys: s.keyLine(true)}
}

// keyLine offers what works on the row under the cursor: a type without a suitable
// provider has nothing but the reasons.
func (s *types) keyLine(wide bool) frame.Keys {
	why, facts := safe.Text("|why why"), safe.Text("")
	if wide {
		why, facts = "|why providers and why", "|facts facts"
	}
	if at, ok := s.list.Cursor(); ok && at.Unsuitable() {
		return keyed(s.sh, "open why|filter filter"+facts+"|jump jump")
	}
	return keyed(s.sh, "open instances"+why+"|filter filter|new new"+facts+"|jump jump")
}

// nothing says that the filter lets nothing through.
func (s *types) nothing() safe.Text {
	var names []string
	for _, t := range s.sh.session.Types() {
		names = append(names, t.Name)
	}
	return s.search.hides(s.sh, "type", "a sign", ral.Nearest(s.search.text(), names))
}

func suitableCount(l *listings.Listing) string {
	return string(widget.Count(l.Choice.Election.SuitableCount()) + "/" + widget.Count(len(l.Choice.All)))
}

// instancesCount is the number of instances as the list of types shows it.
func instancesCount(l *listings.Listing) safe.Text {
	switch {
	case l.Choice != nil && len(l.Choice.All) == 0:
		return "none"
	case l.Unsuitable():
		return "-"
	case l.Stage == listings.StageWaiting && l.Ended.IsZero():
		return "waiting"
	case l.Type.NotListable != "":
		return safe.Clean(l.Type.NotListable)
	case l.Stage == listings.StageTesting && l.Ended.IsZero():
		return ""
	case l.Stage == listings.StageDone && len(l.Sources) == 0:
		return "none"
	case len(l.Entries) == 0 && len(l.Sources) > 0 && len(l.Failed()) == len(l.Sources):
		return "-"
	}
	return widget.Count(len(l.Entries))
}

func timeTaken(l *listings.Listing, now time.Time) safe.Text {
	if l.Stage == listings.StageWaiting || l.Stage == listings.StageDone && len(l.Sources) == 0 {
		return ""
	}
	return widget.Took(l.Took(now))
}

// elected says by which rule the type under the cursor has its default, where there is
// no room for more about it.
func (s *types) elected() safe.Text {
	at, ok := s.list.Cursor()
	switch {
	case s.width >= frame.NarrowWidth || !ok || at.Choice == nil:
		return ""
	case at.Unsuitable():
		return safe.Clean(unsuitable(at))
	}
	return safe.Clean(at.Choice.Election.Why())
}

func (s *types) message(now time.Time) frame.Message {
	counted, total := 0, s.list.Total()
	var slow *listings.Listing
	var longest time.Duration
	for _, t := range s.sh.session.Types() {
		l := s.sh.listings.Of(t)
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
	if slow == nil {
		if counted == 0 {
			return frame.Message{}
		}
		return frame.Message{Text: s.elected(), Evidence: widget.CountOf(total, "type") + "  " + widget.Took(longest)}
	}
	text := widget.Count(counted) + " of " + widget.CountOf(total, "type") + " counted; " + safe.Clean(slow.Type.Name)
	if slow.Stage == listings.StageTesting {
		text += "'s providers are being tested"
	} else {
		text += " is reading, " + widget.Count(len(slow.Entries)) + " so far"
	}
	return frame.Message{Text: text, Evidence: widget.Took(slow.Took(now))}
}
