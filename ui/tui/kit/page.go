package kit

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// PageLine is a line of a page. The cursor moves only to lines with an id.
// Heads, blank lines and continued lines have no id.
type PageLine struct {
	ID   string
	Line frame.Line
}

// Page is a list of lines of different kinds with a cursor. When the lines are
// replaced, the cursor stays on the line with the same id.
type Page struct {
	Lines  []PageLine
	At     int
	Top    int
	Height int
	into   int // rows scrolled out of an entry under the cursor that is higher than the window
}

// Set replaces the lines. The cursor stays on its line if it still exists.
func (p *Page) Set(lines []PageLine) {
	id := p.ID()
	p.Lines = lines
	for _, want := range []string{id, RowOwner(id)} {
		for i, l := range lines {
			if l.ID != "" && l.ID == want {
				p.At = i
				p.into = min(p.into, max(0, p.end()-p.At-p.Height))
				return
			}
		}
	}
	p.At = min(p.At, max(0, len(lines)-1))
	if p.ID() == "" && !p.Step(1) {
		p.Step(-1)
	}
}

// ID returns the id of the line under the cursor, or "".
func (p *Page) ID() string {
	if p.At < len(p.Lines) {
		return p.Lines[p.At].ID
	}
	return ""
}

// Step moves the cursor to the next or previous line with an id. It returns
// false at the end.
func (p *Page) Step(by int) bool {
	for i := p.At + by; i >= 0 && i < len(p.Lines); i += by {
		if p.Lines[i].ID != "" {
			p.At, p.into = i, 0
			return true
		}
	}
	return false
}

// Round moves the cursor to the next line, and from the last to the first.
func (p *Page) Round(by int) {
	switch {
	case p.Step(by):
	case by > 0:
		p.Do(keys.MoveFirst)
	default:
		p.Do(keys.MoveLast)
	}
}

func (p *Page) Do(in keys.Intent) bool {
	n, by := 1, 1
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		by = -1
	case keys.MoveDown, keys.NextValue:
	case keys.PageUp:
		n, by = max(1, p.Height-2), -1
	case keys.PageDown:
		n = max(1, p.Height-2)
	case keys.MoveFirst:
		n, by = len(p.Lines), -1
	case keys.MoveLast:
		n = len(p.Lines)
	default:
		return false
	}
	if n < len(p.Lines) && p.within(n*by) {
		return true
	}
	for range n {
		if !p.Step(by) {
			break
		}
	}
	if by < 0 && p.first() {
		p.Top = 0
	}
	return true
}

// within scrolls through the entry under the cursor if it is higher than the
// window. It returns false at the end.
func (p *Page) within(by int) bool {
	was := p.into
	p.into = max(0, min(p.into+by, p.end()-p.At-p.Height))
	return p.into != was
}

// end returns the index after the entry under the cursor. The last entry
// includes all following lines.
func (p *Page) end() int {
	if !p.more() {
		return len(p.Lines)
	}
	end := p.At + 1
	for p.Lines[end].ID == "" && p.Lines[end].Line != nil {
		end++
	}
	return end
}

// first reports whether the cursor is on the first line with an id. The lines
// above it should then also be visible.
func (p *Page) first() bool {
	for _, l := range p.Lines[:min(p.At, len(p.Lines))] {
		if l.ID != "" {
			return false
		}
	}
	return true
}

// more reports whether a line below the cursor has an id.
func (p *Page) more() bool {
	for _, l := range p.Lines[min(p.At+1, len(p.Lines)):] {
		if l.ID != "" {
			return true
		}
	}
	return false
}

// Window returns the visible lines. It keeps the rest of the entry under the
// cursor visible as far as possible.
func (p *Page) Window(height int, focus bool) []frame.Line {
	p.Height = max(1, height)
	p.Top = max(p.Top, p.end()-p.Height)
	p.Top = max(0, min(p.Top, p.At+p.into, max(0, len(p.Lines)-p.Height)))
	var lines []frame.Line
	for i := p.Top; i < min(len(p.Lines), p.Top+p.Height); i++ {
		line := p.Lines[i].Line
		if row, ok := line.(frame.Row); ok && focus && i == p.At && p.Lines[i].ID != "" {
			row.Cursor = true
			line = row
		}
		lines = append(lines, line)
	}
	return lines
}

// Rows reports which lines are visible, or "" if all are.
func (p *Page) Rows() safe.Text {
	if len(p.Lines) <= p.Height {
		return ""
	}
	return RowsText(p.Top+1, min(len(p.Lines), p.Top+p.Height), len(p.Lines))
}

// Scroll returns the visible part, for the thumb.
func (p *Page) Scroll() frame.Scroll {
	return frame.Rows(p.Top+1, min(len(p.Lines), p.Top+p.Height), len(p.Lines))
}

// PlainLines returns lines without ids.
func PlainLines(lines ...frame.Line) []PageLine {
	out := make([]PageLine, len(lines))
	for i, l := range lines {
		out[i].Line = l
	}
	return out
}

// RowMark separates the name of a property from the number of a continuation
// row in an id.
const RowMark = " row "

// RowOwner returns the id of the row in which the value begins.
func RowOwner(id string) string {
	owner, _, _ := strings.Cut(id, RowMark)
	return owner
}
