package instance

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

func (s *Screen) View(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	split := 0
	if rooms.Split && !s.zoom {
		split = rooms.Divide(72, s.shift)
		rooms.Body--
	}
	pane := width
	if s.wide = split > 0; s.wide {
		pane = frame.BoxWidth(split)
	}
	focus := !s.wide || !s.atLinks
	columns := s.columns()
	if s.zoom {
		columns[2].Ideal = 30
	}
	slots := frame.Columns(columns, pane, rooms.Columns)
	s.cut = false
	s.page.Set(s.lines(slots, pane, split > 0))
	foot := frame.Foot{}
	if split == 0 {
		foot = s.foot(width, height)
		rooms = frame.Arrange(width, height, foot)
	}
	seen := s.page.Window(rooms.TableRows(), focus)
	head := frame.Titles(columns, slots, focus).Named(safe.Clean(s.typ.Name+" "+s.title), s.position()).Scrolled(s.page.Scroll())
	if s.outdated() {
		head.Sub = "old values"
	}
	left := append([]frame.Line{head}, seen...)
	left = append(left, s.filter.Nothing(s.sh, pane)...)
	body := frame.One(left)
	if split > 0 {
		docs, connected := s.rightPanes(frame.BoxWidth(width-split), rooms.Body)
		body = frame.Block{{Lines: left, Width: split, Under: s.below(pane, rooms.Body-len(left)-3)}, {Lines: docs, Under: connected}}
	}
	return frame.Content{
		Body: []frame.Block{body}, Foot: foot,
		Message: s.message(),
		Keys:    s.Actions().Keys(s.sh),
	}
}

// below returns the history of the instance and the documentation of its type,
// as far as they fit below the attributes on a wide terminal.
func (s *Screen) below(width, room int) []frame.Line {
	const least = 76 // minimum cells of the pane
	if width < least || s.all {
		return nil
	}
	var parts [][]frame.Line
	if len(s.past) > 0 {
		parts = append(parts, kit.PastRows(s.sh, s.past))
	}
	parts = append(parts, kit.DocumentationRows(s.typ, width))
	var lines []frame.Line
	for _, part := range parts {
		if len(lines) > 0 {
			part = append([]frame.Line{nil}, part...)
		}
		if len(part) == 0 || len(lines)+len(part) > room {
			break
		}
		lines = append(lines, part...)
	}
	return lines
}

// position returns which rows are visible, or the number of attributes.
func (s *Screen) position() safe.Text {
	if rows := s.page.Rows(); rows != "" || s.found == nil {
		return rows
	}
	all, own := s.typ.Properties(), 0
	for _, a := range all {
		if len(s.lacks(a)) == 0 {
			own++
		}
	}
	text := words.CountOf(len(all), "property", "properties")
	if own < len(all) {
		text = words.Count(own) + " of " + text
	}
	if n := len(s.typ.Params()); n > 0 {
		text += ", " + words.CountOf(n, "parameter")
	}
	return text
}

func (s *Screen) message() frame.Message {
	switch {
	case s.Busy():
		return frame.Message{Text: "being read", Evidence: words.Took(s.reads.Took())}
	case s.failed() != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(words.FirstLine(s.failed().Error())) + s.sh.Spell("  {why} explain"), Evidence: words.Took(s.took)}
	case s.found != nil && !s.found.Present():
		return frame.Message{Text: s.sh.Spell("absent. {edit} sets the desired state"), Evidence: words.Took(s.took)}
	}
	n := 0
	for _, a := range s.typ.Properties() {
		if s.found != nil && s.found.Known(a.Name) {
			n++
		}
	}
	text := "read " + kit.Clock(s.reads.Ended) + ", " + words.CountOf(n, "property", "properties")
	if s.again.On {
		text += ", auto-refresh every 5 s"
	}
	if rows := s.page.Rows(); rows != "" {
		text += ", " + rows
	}
	return frame.Message{Text: text, Evidence: words.Took(s.took), Idle: true}
}

// open shows folded properties, follows a link, or edits the attribute.
func (s *Screen) open() tea.Cmd {
	id := s.page.ID()
	if s.atLinks && s.wide {
		id = s.right.ID()
	}
	if l, ok := s.linkOf(id); ok {
		return s.follow(l)
	}
	if strings.HasPrefix(id, moreID) {
		s.all = true
		return nil
	}
	return s.edit()
}

// unzoomable returns why zoom has no effect, or "".
func (s *Screen) unzoomable() string {
	if s.wide || s.zoom || s.cut {
		return ""
	}
	return "no value is cut"
}

// nextPart moves the focus to the links and back. With a single pane it moves
// to the next head: parameters, links, then the first row.
func (s *Screen) nextPart() {
	if s.wide {
		s.atLinks = !s.atLinks && s.about != nil && s.right.ID() != ""
		return
	}
	if s.zoom {
		s.zoom = false
		return
	}
	for i := s.page.At + 1; i < len(s.page.Lines); i++ {
		if _, ok := s.page.Lines[i].Line.(frame.Ruler); ok {
			for s.page.At < i && s.page.Step(1) {
			}
			s.page.Top = i // as many rows as possible below the head are visible
			return
		}
	}
	s.page.Do(keys.MoveFirst)
}
