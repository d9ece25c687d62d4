package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// scrolledPane is a pane of text beside a list: it can have the focus, and then the
// keys that move scroll it.
type scrolledPane struct {
	focus  bool
	top    int
	height int // rows that are seen
	rows   int // and that there are
}

// do scrolls; false for what is no move.
func (p *scrolledPane) do(in keys.Intent) bool {
	page := max(1, p.height-2)
	switch in {
	case keys.MoveUp:
		p.top--
	case keys.MoveDown:
		p.top++
	case keys.PageUp:
		p.top -= page
	case keys.PageDown:
		p.top += page
	case keys.MoveFirst:
		p.top = 0
	case keys.MoveLast:
		p.top = p.rows
	default:
		return false
	}
	p.top = max(0, min(p.top, p.rows-p.height))
	return true
}

// window are the rows that are seen, below a head that says which where these are not
// all. The first line has to be the head.
func (p *scrolledPane) window(lines []frame.Line, height int) []frame.Line {
	if len(lines) == 0 {
		return nil
	}
	p.rows, p.height = len(lines)-1, max(1, height)
	p.top = max(0, min(p.top, p.rows-p.height))
	end := min(p.rows, p.top+p.height)
	head, ok := lines[0].(frame.Ruler)
	if !ok {
		return lines
	}
	head.Focus = p.focus
	if p.focus && p.rows > p.height {
		head.Evidence = rowsSaid(p.top+1, end, p.rows)
		head = head.Scrolled(frame.Rows(p.top+1, end, p.rows))
	}
	return append([]frame.Line{head}, lines[1+p.top:1+end]...)
}

// detailed reports whether the row under the cursor stands beside the list.
func (s *instances) detailed() bool { return s.width >= millerWidth && !s.zoom }

// roomy reports whether the pane beside the list has room for more than what is so.
func (s *instances) roomy() bool {
	return s.detailed() && frame.BoxWidth(millerOf(s.width, s.shift).rest) >= moreWidth
}

// plainList says that nothing stands beside the list, so that nothing of a row need be
// found out.
func (s *instances) plainList() bool { return !s.detailed() && !s.page }

// nextPane gives the focus to the next column: types, instances, detail. The types are
// a screen of their own.
func (s *instances) nextPane(by int) tea.Cmd {
	switch {
	case s.narrow:
		s.page = !s.page
	case s.beside.focus && by < 0:
		s.beside.focus = false
	case !s.beside.focus && by > 0 && s.detailed():
		s.beside.focus = true
	default:
		return pop(1)
	}
	return nil
}
