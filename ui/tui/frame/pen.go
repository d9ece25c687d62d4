package frame

import (
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
)

// pen writes one line from left to right. Blanks are owed and paid only when
// something follows, so no line ends in them.
type pen struct {
	mode      Mode
	busyPulse bool
	b         []byte
	style     Style
	col       int // cells written, owed blanks included
	owed      int
	wide      bool // text other than ASCII was written
}

// to moves to a column; backwards it does nothing.
func (p *pen) to(col int) {
	if col > p.col {
		p.owed += col - p.col
		p.col = col
	}
}

// put writes text as far as limit and cuts what is left.
func (p *pen) put(t safe.Text, s Style, limit int) {
	// Of a long text only what is seen is looked at: a cell takes a byte at least.
	if len(t) > limit-p.col {
		t = t.Cut(limit-p.col, p.mode.Ellipsis())
	}
	p.write(t, t.Width(), s)
	p.wide = p.wide || !t.ASCII()
}

func (p *pen) write(t safe.Text, width int, s Style) {
	if t == "" {
		return
	}
	s = p.mode.effective(s)
	if p.owed > 0 {
		if p.style != s || s&(Underline|Reverse) != 0 {
			p.plain()
		}
		p.b = append(p.b, safe.Blank(p.owed)...)
		p.owed = 0
	}
	if s != p.style {
		p.plain()
		p.b = s.sgr(p.b)
		p.style = s
	}
	p.b = append(p.b, t...)
	p.col += width
}

func (p *pen) plain() {
	if p.style != 0 {
		p.b = append(p.b, reset...)
		p.style = 0
	}
}

// rule draws up to a column; with --plain it only goes there.
func (p *pen) rule(to int, heavy bool) {
	if p.mode.Plain {
		p.to(to)
		return
	}
	t := p.mode.thin()
	if heavy {
		t = p.mode.heavy()
	}
	for p.col < to {
		p.write(t, 1, Rule)
	}
}

// line ends the line. The sum of the parts' widths can differ from the width
// of the whole where two parts join into one character, so text beyond ASCII
// is measured once more.
func (p *pen) line(width int) string {
	p.plain()
	s := string(p.b)
	if p.wide && ansi.StringWidth(s) > width {
		// ansi.Truncate counts # and a variation selector apart, StringWidth
		// as one wide character: such a line is cut as text, without looks.
		s = string(safe.Clean(ansi.Strip(s)).Cut(width, p.mode.Ellipsis()))
	}
	*p = pen{mode: p.mode, busyPulse: p.busyPulse, b: p.b[:0]}
	return s
}
