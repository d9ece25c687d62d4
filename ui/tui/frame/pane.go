package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// pane is a part of the body while it is drawn. It has a border if the screen
// has several panes, else a rule above it.
type pane struct {
	head  Ruler
	named bool // has its own title
	lines []Line
	span  span // including the border
	foot  safe.Text
	id    int // index of the pane on the screen
	boxed bool
	under *pane // the pane below it; nil for none
}

// paneOf makes a pane of lines. If the first line is a ruler, it is the title.
func paneOf(lines []Line, at span, boxed bool) pane {
	p := pane{span: at, boxed: boxed}
	head, ok := firstRuler(lines)
	if !ok {
		p.lines = lines
		return p
	}
	p.head, p.named, p.lines, p.foot = head, true, lines[1:], head.Below
	p.span.focus = head.Focus
	if len(head.Columns) > 0 {
		p.lines = append([]Line{Ruler{Columns: head.Columns, Last: head.Last}}, lines[1:]...)
	}
	return p
}

func firstRuler(lines []Line) (Ruler, bool) {
	if len(lines) == 0 {
		return Ruler{}, false
	}
	r, ok := lines[0].(Ruler)
	return r, ok
}

// fit omits the column heads if they leave fewer than leastRows rows.
func (b *pane) fit(room int) {
	if _, ok := firstRuler(b.lines); ok && room-b.edges()-1 < leastRows {
		b.lines = b.lines[1:]
	}
}

// PaneRows returns the number of rows of a pane, including its title and
// border.
func PaneRows(lines []Line, boxed bool) int {
	p := paneOf(lines, span{}, boxed)
	return len(p.lines) + p.edges()
}

// edges returns the number of rows that a pane needs in addition to its lines.
func (b pane) edges() int {
	switch {
	case b.boxed:
		return 2
	case b.named:
		return 1
	}
	return 0
}

// rows returns the number of rows of the pane and the panes below it.
func (b pane) rows() int {
	n := len(b.lines) + b.edges()
	if b.under != nil {
		n += b.under.rows()
	}
	return n
}

// focused reports whether the pane or a pane below it has the focus.
func (b pane) focused() bool { return b.span.focus || b.under != nil && b.under.focused() }

// drawStacked draws a row of a pane and the panes below it. It returns the pane
// that contains the row.
func (b pane) drawStacked(p *pen, row, height int) (pane, Line) {
	if b.under == nil {
		return b, b.draw(p, row, height)
	}
	least := b.under.edges() + 1
	own := min(len(b.lines)+b.edges(), max(0, height-least))
	if row < own {
		return b, b.draw(p, row, own)
	}
	return b.under.drawStacked(p, row-own, height-own)
}

// inside returns the span of the pane's lines.
func (b pane) inside() span {
	if !b.boxed {
		return b.span
	}
	return span{b.span.from + 1, b.span.to - 2, 1, b.span.focus}
}

// draw draws a row of a pane of this height, and returns the line on it, or
// nil.
func (b pane) draw(p *pen, row, height int) Line {
	first := 0
	if b.boxed || b.named {
		first = 1
	}
	switch {
	case row < first:
		b.top(p)
		return rim{title: true}
	case b.boxed && row == height-1:
		b.bottom(p)
		return rim{}
	}
	var line Line
	if i := row - first; i < len(b.lines) {
		line = b.lines[i]
	}
	in := b.inside()
	border, tok := b.border(p)
	if b.boxed && !p.mode.Plain {
		p.to(b.span.from)
		p.glyph(border.left, tok)
	}
	if line != nil {
		line.draw(p, in)
	}
	if b.boxed && !p.mode.Plain {
		p.to(in.to + in.pad)
		if b.thumb(row-first, height-b.edges()) {
			p.glyph(p.mode.Theme.Glyphs().Thumb, theme.Muted)
		} else {
			p.glyph(border.right, tok)
		}
	}
	return line
}

// edge holds the characters of a border that are drawn separately.
type edge struct{ top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight string }

func (b pane) border(p *pen) (edge, theme.Token) {
	g := p.mode.Theme.Glyphs()
	of, tok := g.Border, theme.Faint
	if b.head.Tone != theme.Text {
		tok = b.head.Tone
	}
	if b.span.focus {
		of, tok = g.Focus, theme.Accent
	}
	return edge{of.Top, of.Bottom, of.Left, of.Right, of.TopLeft, of.TopRight, of.BottomLeft, of.BottomRight}, tok
}

// top draws the title in the border, or in a rule without a border.
func (b pane) top(p *pen) {
	border, tok := b.border(p)
	g := p.mode.Theme.Glyphs()
	rule, corner := border.top, border.topRight
	p.to(b.span.from)
	if !b.boxed {
		rule, corner = g.Rule, g.Rule
		if b.span.focus {
			rule, corner = g.FocusRule, g.FocusRule
		}
	}
	if !p.mode.Plain {
		if b.boxed {
			p.glyph(border.topLeft, tok)
		}
		p.glyph(rule, tok)
	}
	limit := b.span.to - 2
	// The title takes precedence, then the evidence, then the explanation.
	half := b.span.width()/2 - 4
	evidence := min(b.head.Evidence.Width(), max(0, half, b.span.width()-b.head.Title.Width()-10))
	if evidence > 0 {
		limit -= evidence + 2
	}
	b.title(p, limit)
	p.rule(limit, rule, tok)
	if evidence > 0 {
		p.to(limit + 1)
		p.put(b.head.Evidence, theme.Muted, limit+1+evidence)
		p.to(limit + 2 + evidence)
	}
	if !p.mode.Plain {
		p.rule(b.span.to-1, rule, tok)
		p.glyph(corner, tok)
	}
}

func (b pane) title(p *pen, limit int) {
	title := b.head.Title
	if title == "" {
		return
	}
	if p.mode.Plain && b.span.focus {
		title = "here: " + title
	}
	switch {
	case p.mode.Plain:
		p.to(min(b.span.from+2, limit))
		p.put(title, theme.Text, limit)
	case b.span.focus && b.boxed:
		p.put(title, theme.Brand, limit)
	case b.span.focus:
		p.to(min(p.col+1, limit))
		p.put(title, theme.Title, limit)
	default:
		p.to(min(p.col+1, limit))
		p.put(title, theme.Strong, limit)
	}
	if b.head.Sub != "" {
		p.to(min(p.col+2, limit))
		p.put(b.head.Sub, theme.Muted, limit)
	}
	p.to(min(p.col+1, limit))
}

func (b pane) bottom(p *pen) {
	if p.mode.Plain {
		return
	}
	border, tok := b.border(p)
	p.to(b.span.from)
	p.glyph(border.bottomLeft, tok)
	if foot := min(b.foot.Width(), b.span.width()-6); foot > 0 {
		p.rule(b.span.to-foot-4, border.bottom, tok)
		p.to(p.col + 1)
		p.put(b.foot, theme.Muted, b.span.to-3)
		p.to(b.span.to - 2)
	}
	p.rule(b.span.to-1, border.bottom, tok)
	p.glyph(border.bottomRight, tok)
}

// thumb reports whether the thumb is in the border next to a row of the pane.
// The length of the thumb is that of the visible part, and its position that of
// the part in the whole.
func (b pane) thumb(row, rows int) bool {
	s := b.head.Scroll
	if _, heads := firstRuler(b.lines); heads {
		row, rows = row-1, rows-1
	}
	const least = 3 // minimum number of rows in which a thumb can move
	if s.Seen <= 0 || s.Of <= s.Seen || rows < least {
		return false
	}
	long := max(1, min(rows-1, rows*s.Seen/s.Of))
	// The thumb touches an end only if the list ends there.
	from := (rows - long) * s.First / max(1, s.Of-s.Seen)
	if s.First > 0 {
		from = max(1, from)
	}
	if s.First+s.Seen < s.Of {
		from = min(from, rows-long-1)
	}
	return row >= from && row < from+long
}
