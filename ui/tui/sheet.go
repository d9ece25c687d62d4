package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// pageLine is one line of a sheet. The cursor stands only on lines that have
// an id; a head, a blank or the rest of a longer text has none.
type pageLine struct {
	id   string
	line frame.Line
}

// page is a page of lines of different kinds through which a cursor goes. It
// stays on its line, known by its id, when the page is made anew.
type page struct {
	lines  []pageLine
	at     int
	top    int
	height int
}

func (s *page) set(lines []pageLine) {
	id := s.id()
	s.lines = lines
	for _, want := range []string{id, rowOwner(id)} {
		for i, l := range lines {
			if l.id != "" && l.id == want {
				s.at = i
				return
			}
		}
	}
	s.at = min(s.at, max(0, len(lines)-1))
	if s.id() == "" && !s.step(1) {
		s.step(-1)
	}
}

// id is that of the line under the cursor, "" if there is none.
func (s *page) id() string {
	if s.at < len(s.lines) {
		return s.lines[s.at].id
	}
	return ""
}

func (s *page) step(by int) bool {
	for i := s.at + by; i >= 0 && i < len(s.lines); i += by {
		if s.lines[i].id != "" {
			s.at = i
			return true
		}
	}
	return false
}

// round goes to the next line, and from the last to the first.
func (s *page) round(by int) {
	switch {
	case s.step(by):
	case by > 0:
		s.do(keys.MoveFirst)
	default:
		s.do(keys.MoveLast)
	}
}

func (s *page) do(in keys.Intent) bool {
	n, by := 1, 1
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		by = -1
	case keys.MoveDown, keys.NextValue:
	case keys.PageUp:
		n, by = max(1, s.height-2), -1
	case keys.PageDown:
		n = max(1, s.height-2)
	case keys.MoveFirst:
		n, by = len(s.lines), -1
	case keys.MoveLast:
		n = len(s.lines)
	default:
		return false
	}
	for range n {
		if !s.step(by) {
			break
		}
	}
	if by < 0 && s.first() {
		s.top = 0
	}
	return true
}

// first says that the cursor is on the first line it can stand on: what is
// above is then to be seen too.
func (s *page) first() bool {
	for _, l := range s.lines[:min(s.at, len(s.lines))] {
		if l.id != "" {
			return false
		}
	}
	return true
}

// window are the lines that are seen in so many rows. The rest of the entry
// under the cursor is kept in sight too, as far as there is room.
func (s *page) window(height int, focus bool) []frame.Line {
	s.height = max(1, height)
	end := s.at + 1
	for end < len(s.lines) && s.lines[end].id == "" && s.lines[end].line != nil {
		end++
	}
	s.top = max(s.top, end-s.height)
	s.top = max(0, min(s.top, s.at, max(0, len(s.lines)-s.height)))
	var lines []frame.Line
	for i := s.top; i < min(len(s.lines), s.top+s.height); i++ {
		line := s.lines[i].line
		if row, ok := line.(frame.Row); ok && focus && i == s.at && s.lines[i].id != "" {
			row.Cursor = true
			line = row
		}
		lines = append(lines, line)
	}
	return lines
}

// rows says which lines are seen, "" if all are.
func (s *page) rows() safe.Text {
	if len(s.lines) <= s.height {
		return ""
	}
	return rowsSaid(s.top+1, min(len(s.lines), s.top+s.height), len(s.lines))
}

func plain(lines ...frame.Line) []pageLine {
	out := make([]pageLine, len(lines))
	for i, l := range lines {
		out[i].line = l
	}
	return out
}
