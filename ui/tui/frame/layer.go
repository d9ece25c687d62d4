package frame

import (
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Layer is a box that lies over a screen: a title in its border, rows, and a few
// words in the lower border. Only the rows that it covers are put together again.
type Layer struct {
	Lines  []Line // the first may be its title, as that of a pane
	Width  int    // with the border
	Height int    // with the border; 0 is as many rows as the lines need
	Foot   safe.Text
	// Under is where the layer hangs below the row with the cursor, as the values
	// that a field may have do; nil is in the upper middle of the screen.
	Under *Under
}

// Under is a place below the row with the cursor: at a column of its pane, and so
// many rows lower, which stay in sight. Where there is more room above it, the layer
// is there.
type Under struct{ Col, Skip int }

// Base is a screen in one faint ink, over which layers lie. It is made once, and kept
// while the layer is open.
type Base struct{ lines []string }

// Dim writes a frame in one faint ink. The rows of the message and of the keys are not
// kept: a layer has its own.
func Dim(f Frame) *Base {
	b := &Base{lines: make([]string, max(0, len(f.Lines)-bottomRows))}
	for i := range b.lines {
		b.lines[i] = ansi.Strip(f.Lines[i])
	}
	return b
}

// The least screen on which a layer is worth its border, and the cells and rows that
// it leaves to the screen below.
const (
	layerWidth, layerHeight = 60, 16
	besideLayer             = 4
)

// LayerRoom is how wide and how high a layer can be on a screen of that size; ok is
// false where there is no room for one, and for screen readers, to whom what is below
// would be read out too. There it takes the whole body.
func LayerRoom(mode Mode, width, height int) (wide, high int, ok bool) {
	rooms := Arrange(width, height, Foot{})
	if mode.Plain || width < layerWidth || height < layerHeight {
		return width, rooms.Body, false
	}
	return width - besideLayer, rooms.Body, true
}

// LayerRows is how many lines a layer of that height has below its title.
func LayerRows(high int) int { return max(0, high-2) }

// over lays the layer over the frame.
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
			f.Lines[y+row] = beside(f.Lines[y+row], p.line(b.span.to), x, b.span.to)
		}
	}
}

// place is where the upper left corner is; the height gives way where a layer
// hangs below a row.
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

// beside puts a part of a line over another line, from column x on.
func beside(line, part string, x, wide int) string {
	left := ansi.Truncate(line, x, "")
	right := ansi.TruncateLeft(line, x+wide, "")
	rest := max(0, ansi.StringWidth(line)-x-wide)
	// A character of two cells that the edge cuts through leaves a blank.
	if ansi.StringWidth(right) > rest {
		right = ansi.TruncateLeft(line, x+wide+1, "")
	}
	left += string(safe.Blank(x - ansi.StringWidth(left)))
	if rest > 0 {
		right = string(safe.Blank(rest-ansi.StringWidth(right))) + right
	}
	if rest > 0 {
		part += string(safe.Blank(wide - ansi.StringWidth(part)))
	}
	whole := left + part + right
	if limit := max(ansi.StringWidth(line), x+wide); ansi.StringWidth(whole) > limit {
		// As in pen.line: parts that join into one character are wider apart.
		return string(safe.Clean(ansi.Strip(whole)).Cut(limit, ""))
	}
	return whole
}

// dimmed are the lines of a base as they are drawn.
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
