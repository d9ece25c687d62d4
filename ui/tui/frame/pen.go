package frame

import (
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// pen writes a line from left to right. It writes blanks only before other
// text, so that no line ends in blanks unless they are tinted.
type pen struct {
	mode      Mode
	busyPulse bool
	b         []byte
	ink       theme.Ink // the current ink
	row       theme.Row
	ground    theme.Token // of blanks
	col       int         // the current column, after the pending blanks
	blanks    int
	wide      bool    // text other than ASCII was written
	spots     *[]Spot // the areas that react to the mouse are recorded here; nil records none
	y         int     // the current row, for spots
}

// to moves to a column. It never moves backwards.
func (p *pen) to(col int) {
	if col > p.col {
		p.blanks += col - p.col
		p.col = col
	}
}

// put writes text up to limit, and cuts the rest.
func (p *pen) put(t safe.Text, tok theme.Token, limit int) {
	if before, after := p.mode.Theme.Badge(tok); before != "" {
		t = safe.Clean(before) + t + safe.Clean(after)
	}
	if p.mode.ASCII {
		t = t.ASCIIArrows(limit - p.col)
	}
	// Only the visible part of a long text is read, because each cell takes at
	// least one byte.
	if len(t) > limit-p.col {
		t = t.Cut(limit-p.col, p.mode.Ellipsis())
	}
	p.write(string(t), t.Width(), tok)
	p.wide = p.wide || !t.ASCII()
}

// glyph writes a character of the theme, which takes a single cell.
func (p *pen) glyph(g string, tok theme.Token) { p.write(g, 1, tok) }

func (p *pen) write(t string, width int, tok theme.Token) {
	if t == "" {
		return
	}
	p.writeBlanks()
	p.begin(p.mode.Theme.Ink(tok, p.row))
	p.b = append(p.b, t...)
	p.col += width
}

func (p *pen) writeBlanks() {
	if p.blanks == 0 {
		return
	}
	p.begin(p.mode.Theme.Ink(p.ground, p.row))
	p.b = append(p.b, safe.Blank(p.blanks)...)
	p.blanks = 0
}

func (p *pen) begin(ink theme.Ink) {
	if ink == p.ink {
		return
	}
	p.b = append(p.b, p.ink.Close...)
	p.b = append(p.b, ink.Open...)
	p.ink = ink
}

// light sets the highlight of the following text. end fills it up to a column.
func (p *pen) light(row theme.Row, ground theme.Token) {
	p.writeBlanks()
	p.row, p.ground = row, ground
}

func (p *pen) end(col int) {
	p.to(col)
	if p.row != theme.Plain || p.ground != theme.Text {
		p.writeBlanks()
	}
	p.row, p.ground = theme.Plain, theme.Text
}

// rule draws a line up to a column. With --plain it only moves there.
func (p *pen) rule(to int, glyph string, tok theme.Token) {
	if p.mode.Plain {
		p.to(to)
		return
	}
	for p.col < to {
		p.glyph(glyph, tok)
	}
}

// line ends the line. The sum of the widths of the parts can differ from the
// width of the whole if two parts join into a character, so text beyond ASCII
// is measured again.
func (p *pen) line(width int) string {
	p.begin(theme.Ink{})
	s := string(p.b)
	if p.wide && safe.LineWidth(s) > width {
		// ansi.Truncate counts # and a variation selector separately, but
		// StringWidth as a single wide character. The line is then cut as text,
		// without styles.
		s = string(safe.Clean(ansi.Strip(s)).Cut(width, p.mode.Ellipsis()))
	}
	*p = pen{mode: p.mode, busyPulse: p.busyPulse, b: p.b[:0], spots: p.spots}
	return s
}

// width returns the number of cells of a text with the style of a token.
func (m Mode) width(t safe.Text, tok theme.Token) int {
	before, after := m.Theme.Badge(tok)
	return t.Width() + len(before) + len(after)
}
