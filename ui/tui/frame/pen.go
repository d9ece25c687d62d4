package frame

import (
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// pen writes one line from left to right. Blanks are owed and paid only when
// something follows, so no line ends in them, except where they are tinted.
type pen struct {
	mode      Mode
	busyPulse bool
	b         []byte
	ink       theme.Ink // that was begun
	row       theme.Row
	ground    theme.Token // of blanks
	col       int         // cells written, owed blanks included
	owed      int
	wide      bool    // text other than ASCII was written
	spots     *[]Spot // what takes the mouse is recorded here, nil is nowhere
	y         int     // of the row that is drawn, for that
}

// to moves to a column; backwards it does nothing.
func (p *pen) to(col int) {
	if col > p.col {
		p.owed += col - p.col
		p.col = col
	}
}

// put writes text as far as limit and cuts what is left.
func (p *pen) put(t safe.Text, tok theme.Token, limit int) {
	if before, after := p.mode.Theme.Badge(tok); before != "" {
		t = safe.Clean(before) + t + safe.Clean(after)
	}
	if p.mode.ASCII {
		t = t.ASCIIArrows(limit - p.col)
	}
	// Of a long text only what is seen is looked at: a cell takes a byte at least.
	if len(t) > limit-p.col {
		t = t.Cut(limit-p.col, p.mode.Ellipsis())
	}
	p.write(string(t), t.Width(), tok)
	p.wide = p.wide || !t.ASCII()
}

// glyph writes one of the theme's own characters, a cell wide.
func (p *pen) glyph(g string, tok theme.Token) { p.write(g, 1, tok) }

func (p *pen) write(t string, width int, tok theme.Token) {
	if t == "" {
		return
	}
	p.pay()
	p.begin(p.mode.Theme.Ink(tok, p.row))
	p.b = append(p.b, t...)
	p.col += width
}

// pay writes the blanks that are owed.
func (p *pen) pay() {
	if p.owed == 0 {
		return
	}
	p.begin(p.mode.Theme.Ink(p.ground, p.row))
	p.b = append(p.b, safe.Blank(p.owed)...)
	p.owed = 0
}

func (p *pen) begin(ink theme.Ink) {
	if ink == p.ink {
		return
	}
	p.b = append(p.b, p.ink.Close...)
	p.b = append(p.b, ink.Open...)
	p.ink = ink
}

// light lights what is written from here on; end fills it up to a column.
func (p *pen) light(row theme.Row, ground theme.Token) {
	p.pay()
	p.row, p.ground = row, ground
}

func (p *pen) end(col int) {
	p.to(col)
	if p.row != theme.Plain || p.ground != theme.Text {
		p.pay()
	}
	p.row, p.ground = theme.Plain, theme.Text
}

// rule draws up to a column; with --plain it only goes there.
func (p *pen) rule(to int, glyph string, tok theme.Token) {
	if p.mode.Plain {
		p.to(to)
		return
	}
	for p.col < to {
		p.glyph(glyph, tok)
	}
}

// line ends the line. The sum of the parts' widths can differ from the width
// of the whole where two parts join into one character, so text beyond ASCII
// is measured once more.
func (p *pen) line(width int) string {
	p.begin(theme.Ink{})
	s := string(p.b)
	if p.wide && ansi.StringWidth(s) > width {
		// ansi.Truncate counts # and a variation selector apart, StringWidth
		// as one wide character: such a line is cut as text, without styles.
		s = string(safe.Clean(ansi.Strip(s)).Cut(width, p.mode.Ellipsis()))
	}
	*p = pen{mode: p.mode, busyPulse: p.busyPulse, b: p.b[:0], spots: p.spots}
	return s
}

// width is how many cells a text takes as a token.
func (m Mode) width(t safe.Text, tok theme.Token) int {
	before, after := m.Theme.Badge(tok)
	return t.Width() + len(before) + len(after)
}
