package frame

import (
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Layer is a box over a screen: a title in its border, rows, and text in the
// lower border. Drawing it rebuilds only the rows that it covers.
type Layer struct {
	Lines  []Line // the first may be its title, as in a pane
	Width  int    // including the border
	Height int    // including the border; 0 means as many rows as the lines need
	Foot   safe.Text
	// a position below the row with the cursor, like for the allowed values of
	// a field; nil means the upper middle of the screen
	Under *Under
}

// Under is a position below the row with the cursor: at a column of its pane,
// and Skip rows lower, which stay visible. If more rows are free above the row,
// the layer is above it.
type Under struct{ Col, Skip int }

// Base is a screen in faint ink, over which layers are drawn. It is made once
// and reused while the layer is open.
type Base struct{ lines []string }

// Dim makes a Base of a frame, without the rows of the message and of the keys,
// because a layer has these rows too.
func Dim(f Frame) *Base {
	b := &Base{lines: make([]string, max(0, len(f.Lines)-bottomRows))}
	for i := range b.lines {
		b.lines[i] = ansi.Strip(f.Lines[i])
	}
	return b
}

// The smallest screen that shows a layer with a border, and the cells that the
// layer leaves visible next to it.
const (
	layerWidth, layerHeight = 60, 16
	layerMargin             = 4
)

// LayerRoom returns the maximum size of a layer on a screen. ok is false if the
// screen is too small, and for screen readers, which would also read the screen
// below. The layer then takes the whole body.
func LayerRoom(mode Mode, width, height int) (wide, high int, ok bool) {
	rooms := Arrange(width, height, Foot{})
	if mode.Plain || width < layerWidth || height < layerHeight {
		return width, rooms.Body, false
	}
	return width - layerMargin, rooms.Body, true
}

// LayerRows returns the number of lines below the title of a layer of this
// height.
func LayerRows(high int) int { return max(0, high-2) }

// over draws the layer over the frame.
func (l Layer) over(f *Frame, p *pen, rooms Layout) {
	b := paneOf(l.Lines, span{to: min(l.Width, rooms.Width)}, true)
	if l.Foot != "" {
		b.foot = l.Foot
	}
	high := l.Height
	if high == 0 {
		high = len(b.lines) + b.edges()
	}
	high = min(high, rooms.Body)
	if high < b.edges() || b.span.to < leastPane {
		return
	}
	b.fit(high)
	f.number(&b)
	x, y := l.place(f, rooms, b.span.to, &high)
	if l.Under == nil || b.span.focus {
		f.CursorX, f.CursorY = x, y
	}
	f.Layer = Rect{x, y, b.span.to, high}
	for row := range high {
		line := b.draw(p, row, high)
		p.noteRow(b, line, x, y+row, true)
		if r, ok := line.(Row); ok && (r.Cursor || r.Caret > 0) && (l.Under == nil || b.span.focus) {
			in := b.inside()
			f.CursorX, f.CursorY = x+min(in.from+r.Caret, in.to-1), y+row
		}
		if y+row < len(f.Lines) {
			f.Lines[y+row] = overlay(f.Lines[y+row], p.line(b.span.to), x, b.span.to)
		}
	}
}

// place returns the upper left corner of the layer. It reduces the height of a
// layer below a row if it does not fit.
func (l Layer) place(f *Frame, rooms Layout, wide int, high *int) (x, y int) {
	end := rooms.Top + rooms.Body
	if l.Under == nil {
		return (rooms.Width - wide) / 2, rooms.Top + (rooms.Body-*high)/3
	}
	x = max(0, min(f.cursorPane.from+l.Under.Col, rooms.Width-wide))
	below, above := f.CursorY+1+l.Under.Skip, f.CursorY
	if end-below < *high && above-rooms.Top > end-below {
		*high = min(*high, above-rooms.Top)
		return x, above - *high
	}
	*high = max(0, min(*high, end-below))
	return x, below
}

// overlay replaces wide cells of a line with part, from column x on.
func overlay(line, part string, x, wide int) string {
	total := safe.LineWidth(line)
	left := ansi.Truncate(line, x, "")
	right := ansi.TruncateLeft(line, x+wide, "")
	rest := max(0, total-x-wide)
	// A character of two cells at the edge is cut, which leaves a blank.
	if safe.LineWidth(right) > rest {
		right = ansi.TruncateLeft(line, x+wide+1, "")
	}
	left += string(safe.Blank(x - safe.LineWidth(left)))
	if rest > 0 {
		right = string(safe.Blank(rest-safe.LineWidth(right))) + right
	}
	if rest > 0 {
		part += string(safe.Blank(wide - safe.LineWidth(part)))
	}
	whole := left + part + right
	if limit := max(total, x+wide); safe.LineWidth(whole) > limit {
		// As in pen.line, the parts can be wider than the whole if characters
		// join.
		return string(safe.Clean(ansi.Strip(whole)).Cut(limit, ""))
	}
	return whole
}

// dimmed returns the lines of a base as they are drawn.
func (b *Base) dimmed(m Mode, rows int) []string {
	ink := m.Theme.Ink(theme.Faint, theme.Plain)
	lines := make([]string, rows)
	for i := range lines {
		if i < len(b.lines) && b.lines[i] != "" {
			lines[i] = ink.Open + b.lines[i] + ink.Close
		}
	}
	return lines
}
