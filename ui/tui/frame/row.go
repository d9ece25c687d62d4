package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Line is a line of a pane: a Ruler, a Row, a Hairline, or nil for an empty
// line.
type Line interface {
	draw(p *pen, pane span)
}

// span is the part of the screen inside a pane: the columns from from to before
// to, the number of blanks before the right border, and whether the pane has
// the focus.
type span struct {
	from, to int
	pad      int
	focus    bool
}

func (s span) width() int { return s.to - s.from }

// Span is text with a style. On line 1 it may be shortened from its middle to
// MinWidth cells (0: not at all). A Joined span is shown only together with the
// next span. Spare spans are omitted first.
type Span struct {
	Text     safe.Text
	Style    theme.Token
	MinWidth int
	Joined   bool
	Spare    bool
	Tag      string // identifies the span when it is clicked
}

// Cell is text in a slot. More follows Text without a blank, for text with
// several styles (matched letters, changed characters).
type Cell struct {
	At    Slot
	Text  safe.Text
	Style theme.Token
	More  []Span
	Fill  theme.Token // a tint on the rest of the slot, if the terminal can show tints; Text is none
}

// Row is a line with a margin on both sides.
type Row struct {
	Cursor   bool
	Selected bool
	Sign     Sign
	Strong   bool // use the strong colour of the sign: = after an apply, x in why
	Muted    bool // mutes all text, such as of a type without a suitable provider
	Prose    bool // the cursor does not move to this row; the sign is at column 1
	Cells    []Cell
	Evidence safe.Text   // right-aligned; cells end before it
	Sure     theme.Token // style of the evidence; Text is muted
	Tag      string      // identifies the row when it is clicked
	Caret    int         // column of the terminal's cursor in the pane: in a field, before a button
}

// Cells pairs slots with texts. It omits hidden slots and empty texts.
func Cells(slots []Slot, texts ...safe.Text) []Cell {
	cells := make([]Cell, 0, len(texts))
	for i, t := range texts {
		if i < len(slots) && !slots[i].Hidden() && t != "" {
			cells = append(cells, Cell{At: slots[i], Text: t})
		}
	}
	return cells
}

// Text returns a row that only holds a sentence, after the margin.
func Text(t safe.Text) Row { return Row{Cells: []Cell{{At: At(Margin), Text: t}}} }

// Prose returns a sentence for a pane in which no row has a cursor.
func Prose(t safe.Text) Row { return Row{Prose: true, Cells: []Cell{{At: At(1), Text: t}}} }

// ProseMargin is the number of cells of the sign and a blank in a row of prose.
const ProseMargin = 3

func (r Row) draw(p *pen, pane span) {
	if pane.width() <= Margin {
		return
	}
	p.to(pane.from)
	if r.Cursor && !p.mode.Plain {
		row := theme.Selected
		if !pane.focus {
			row = theme.Blurred
		}
		p.light(row, theme.Text)
	}
	r.margin(p, pane)
	limit := pane.to
	evidence := 0
	if r.Evidence != "" {
		evidence = p.mode.width(r.Evidence, r.Sure)
		limit = max(pane.from+ProseMargin, pane.to-min(evidence, pane.width()/2)-1)
	}
	if !r.Prose {
		p.to(min(pane.from+Margin, pane.to))
	}
	for _, word := range r.words(p.mode) {
		p.put(word, theme.Text, limit)
		p.to(min(p.col+1, limit))
	}
	for i, c := range r.Cells {
		if c.Style == theme.Text {
			c.Style = r.style(i)
		}
		if !p.mode.Plain {
			c.At = r.room(i, p.mode)
		}
		c.draw(p, pane.from, limit)
	}
	if evidence > 0 {
		p.to(max(min(p.col+1, pane.to), pane.to-evidence))
		style := r.Sure
		if style == theme.Text {
			style = theme.Muted
		}
		p.put(r.Evidence, style, pane.to)
	}
	if p.row != theme.Plain {
		p.end(pane.to + pane.pad)
	}
}

// room returns the slot of a cell. If its text is too long, the slot includes
// the blanks that the neighbouring cells leave.
func (r Row) room(i int, m Mode) Slot {
	c := r.Cells[i]
	at := c.At
	lacks := c.width(m) - at.Width
	if at.Width <= 0 || lacks <= 0 || r.Prose {
		return at
	}
	const gap = 2
	switch {
	case at.Right && i > 0:
		before := r.Cells[i-1]
		if free := at.Col - gap - before.At.Col - before.width(m); before.At.Width > 0 && free > 0 {
			at.Col, at.Width = at.Col-min(lacks, free), at.Width+min(lacks, free)
		}
	case !at.Right && i+1 < len(r.Cells) && r.Cells[i+1].At.Right:
		next := r.Cells[i+1]
		if free := next.At.Col + next.At.Width - next.width(m) - gap - at.Col - at.Width; free > 0 {
			at.Width += min(lacks, free)
		}
	}
	return at
}

// words returns the words that replace marks for a screen reader.
func (r Row) words(m Mode) []safe.Text {
	if !m.Plain {
		return nil
	}
	var words []safe.Text
	if r.Selected {
		words = append(words, "selected")
	}
	if w := r.Sign.word(); w != "" {
		words = append(words, w)
	}
	return words
}

func (r Row) style(i int) theme.Token {
	switch {
	case r.Cursor && i == 0:
		return theme.Name
	case r.Muted:
		return theme.Muted
	}
	return theme.Text
}

func (r Row) margin(p *pen, pane span) {
	g := p.mode.Theme.Glyphs()
	switch {
	case r.Cursor && p.mode.Plain:
		p.put(">", theme.Text, pane.to)
	case r.Cursor && pane.focus:
		p.glyph(g.Cursor, theme.Accent)
	case r.Cursor:
		p.glyph(g.Blurred, theme.Muted)
	}
	if r.Selected && !p.mode.Plain {
		p.to(pane.from + 1)
		p.glyph(g.Selected, theme.Accent)
	}
	if r.Sign != NoSign && (!p.mode.Plain || r.Sign.word() == "") {
		if p.to(pane.from + 1); !r.Prose {
			p.to(pane.from + 2)
		}
		style := r.Sign.Token(r.Strong)
		if r.Muted && r.Sign == SignCannot {
			style = theme.Muted
		}
		p.put(r.Sign.text(p.busyPulse), style, pane.to)
	}
}

func (c Cell) draw(p *pen, from, limit int) {
	end := limit
	if c.At.Width > 0 {
		end = min(limit, from+c.At.Col+c.At.Width)
	}
	// The words of --plain may have moved the text to the right. The following
	// text keeps a blank before it, and is moved rather than cut.
	start := from + c.At.Col
	if p.mode.Plain && p.col > start && end < limit {
		end = min(limit, max(end, p.col+c.width(p.mode)))
	}
	if c.At.Right {
		start = max(start, end-c.width(p.mode))
	}
	p.to(min(start, limit))
	t := c.Text
	if (c.At.Middle || t.IsPath()) && len(c.More) == 0 {
		t = t.Shorten(end-p.col, p.mode.Ellipsis())
	}
	p.put(t, c.Style, end)
	for _, s := range c.More {
		style := s.Style
		if style == theme.Text {
			style = c.Style
		}
		p.put(s.Text, style, end)
	}
	if c.Fill != theme.Text && p.mode.Theme.Tinted() {
		p.put(safe.Blank(end-p.col), c.Fill, end)
	}
	if p.mode.Plain && p.col > from+c.At.Col {
		p.to(min(p.col+1, limit))
	}
}

// Width returns the number of cells of the whole text of the cell.
func (c Cell) Width() int {
	w := c.Text.Width()
	for _, s := range c.More {
		w += s.Text.Width()
	}
	return w
}

// width is Width including the sides of badges.
func (c Cell) width(m Mode) int {
	w := 0
	if c.Text != "" {
		w = m.width(c.Text, c.Style)
	}
	for _, s := range c.More {
		w += m.width(s.Text, s.Style)
	}
	return w
}

// Button returns a button at a column. On a terminal without tints it is in
// brackets.
func Button(col int, text safe.Text, focus bool) Cell {
	c := Cell{At: At(col), Text: text, Style: theme.ButtonOff}
	if focus {
		c.Style = theme.Button
	}
	return c
}

// ButtonWidth returns the number of cells of a button.
func ButtonWidth(text safe.Text) int { return text.Width() + 4 }
