package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// pageLine is one line of a page. The cursor stands only on lines that have
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

func (p *page) set(lines []pageLine) {
	id := p.id()
	p.lines = lines
	for _, want := range []string{id, rowOwner(id)} {
		for i, l := range lines {
			if l.id != "" && l.id == want {
				p.at = i
				return
			}
		}
	}
	p.at = min(p.at, max(0, len(lines)-1))
	if p.id() == "" && !p.step(1) {
		p.step(-1)
	}
}

// id is that of the line under the cursor, "" if there is none.
func (p *page) id() string {
	if p.at < len(p.lines) {
		return p.lines[p.at].id
	}
	return ""
}

func (p *page) step(by int) bool {
	for i := p.at + by; i >= 0 && i < len(p.lines); i += by {
		if p.lines[i].id != "" {
			p.at = i
			return true
		}
	}
	return false
}

// round goes to the next line, and from the last to the first.
func (p *page) round(by int) {
	switch {
	case p.step(by):
	case by > 0:
		p.do(keys.MoveFirst)
	default:
		p.do(keys.MoveLast)
	}
}

func (p *page) do(in keys.Intent) bool {
	n, by := 1, 1
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		by = -1
	case keys.MoveDown, keys.NextValue:
	case keys.PageUp:
		n, by = max(1, p.height-2), -1
	case keys.PageDown:
		n = max(1, p.height-2)
	case keys.MoveFirst:
		n, by = len(p.lines), -1
	case keys.MoveLast:
		n = len(p.lines)
	default:
		return false
	}
	for range n {
		if !p.step(by) {
			break
		}
	}
	if by < 0 && p.first() {
		p.top = 0
	}
	return true
}

// first says that the cursor is on the first line it can stand on: what is
// above is then to be seen too.
func (p *page) first() bool {
	for _, l := range p.lines[:min(p.at, len(p.lines))] {
		if l.id != "" {
			return false
		}
	}
	return true
}

// more reports whether there is a line below that the cursor can stand on.
func (p *page) more() bool {
	for _, l := range p.lines[min(p.at+1, len(p.lines)):] {
		if l.id != "" {
			return true
		}
	}
	return false
}

// window are the lines that are seen in so many rows. The rest of the entry
// under the cursor is kept in sight too, as far as there is room.
func (p *page) window(height int, focus bool) []frame.Line {
	p.height = max(1, height)
	end := p.at + 1
	for end < len(p.lines) && p.lines[end].id == "" && p.lines[end].line != nil {
		end++
	}
	if !p.more() {
		end = len(p.lines)
	}
	p.top = max(p.top, end-p.height)
	p.top = max(0, min(p.top, p.at, max(0, len(p.lines)-p.height)))
	var lines []frame.Line
	for i := p.top; i < min(len(p.lines), p.top+p.height); i++ {
		line := p.lines[i].line
		if row, ok := line.(frame.Row); ok && focus && i == p.at && p.lines[i].id != "" {
			row.Cursor = true
			line = row
		}
		lines = append(lines, line)
	}
	return lines
}

// rows says which lines are seen, "" if all are.
func (p *page) rows() safe.Text {
	if len(p.lines) <= p.height {
		return ""
	}
	return rowsSaid(p.top+1, min(len(p.lines), p.top+p.height), len(p.lines))
}

// scroll is which lines are seen, for the thumb.
func (p *page) scroll() frame.Scroll {
	return frame.Rows(p.top+1, min(len(p.lines), p.top+p.height), len(p.lines))
}

func plain(lines ...frame.Line) []pageLine {
	out := make([]pageLine, len(lines))
	for i, l := range lines {
		out[i].line = l
	}
	return out
}
