package frame

import "ralsh/ui/safe"

// Line is one line of a pane: a Ruler, a Row, or nil for an empty one.
type Line interface {
	draw(p *pen, pane span)
}

// span is the part of the screen that a pane has: columns from to before to.
// The right one of two panes keeps the first two cells of its margin blank but
// for the cursor, since they are the gap between the panes.
type span struct {
	from, to int
	right    bool
}

// Span is text with a style. On line 1 it may be shortened from its middle to so
// many cells, 0 is not at all; what is joined is not shown without the next one.
type Span struct {
	Text     safe.Text
	Style    Style
	MinWidth int
	Joined   bool
}

// Cell is text in a slot. More follows Text without a blank, for text of which
// parts look different (matched letters, changed characters).
type Cell struct {
	At    Slot
	Text  safe.Text
	Style Style
	More  []Span
}

// Row is a line with a margin on both sides.
type Row struct {
	Cursor   bool
	Selected bool
	Sign     Sign
	Strong   bool // the sign's strong colour: = after an apply, x in why
	Faint    bool // all of its text, as of a type without suitable provider
	Cells    []Cell
	Evidence safe.Text // right-aligned; cells end before it
	Sure     Style     // look of the evidence; 0 is faint
	Caret    int       // the column of the pane where the terminal's cursor stands: in a field, before a button
}

// Cells pairs slots with texts; hidden slots and empty texts make no cell.
func Cells(slots []Slot, texts ...safe.Text) []Cell {
	cells := make([]Cell, 0, len(texts))
	for i, t := range texts {
		if i < len(slots) && !slots[i].Hidden() && t != "" {
			cells = append(cells, Cell{At: slots[i], Text: t})
		}
	}
	return cells
}

// Text is a row that is only a sentence behind the margin.
func Text(t safe.Text) Row { return Row{Cells: []Cell{{At: At(Margin), Text: t}}} }

func (r Row) draw(p *pen, pane span) {
	if pane.to-pane.from <= Margin {
		return
	}
	r.margin(p, pane)
	limit := pane.to
	evidence := r.Evidence.Width()
	if evidence > 0 {
		limit = max(pane.from+Margin, pane.to-min(evidence, (pane.to-pane.from)/2)-1)
	}
	p.to(min(pane.from+Margin, pane.to))
	for _, word := range r.words(p.mode) {
		p.put(word, 0, limit)
		p.to(min(p.col+1, limit))
	}
	for i, c := range r.Cells {
		c.draw(p, pane.from, limit, r.style(i))
	}
	if evidence > 0 {
		p.to(max(min(p.col+1, pane.to), pane.to-evidence))
		style := r.Sure
		if style == 0 {
			style = Faint
		}
		p.put(r.Evidence, style, pane.to)
	}
}

// words replace the marks that a screen reader would not say.
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

func (r Row) style(i int) Style {
	var s Style
	if r.Faint {
		s = Faint
	}
	if r.Cursor && i == 0 {
		s = s&^Faint | Reverse
	}
	return s
}

func (r Row) margin(p *pen, pane span) {
	p.to(cursorColumn(pane))
	if r.Cursor {
		p.put(">", 0, pane.to)
	}
	if r.Selected && !p.mode.Plain && (!pane.right || !r.Cursor) {
		p.to(pane.from + 1)
		p.write(p.mode.bar(), 1, 0)
	}
	if r.Sign != NoSign && (!p.mode.Plain || r.Sign.word() == "") {
		p.to(pane.from + 2)
		p.put(r.Sign.text(p.busyPulse), r.Sign.Reader(r.Strong), pane.to)
	}
}

func cursorColumn(pane span) int {
	if pane.right {
		return pane.from + 1
	}
	return pane.from
}

func (c Cell) draw(p *pen, from, limit int, row Style) {
	end := limit
	if c.At.Width > 0 {
		end = min(limit, from+c.At.Col+c.At.Width)
	}
	// Words of --plain may have pushed the line on; what follows keeps one
	// blank and gives up its place rather than its text.
	start := from + c.At.Col
	if p.mode.Plain && p.col > start && end < limit {
		end = min(limit, max(end, p.col+c.Width()))
	}
	if c.At.Right {
		start = max(start, end-c.Width())
	}
	p.to(min(start, limit))
	t := c.Text
	if c.At.Middle && len(c.More) == 0 {
		t = t.CutMiddle(end-p.col, p.mode.Ellipsis())
	}
	p.put(t, c.Style|row, end)
	for _, s := range c.More {
		p.put(s.Text, s.Style|row, end)
	}
	if p.mode.Plain && p.col > from+c.At.Col {
		p.to(min(p.col+1, limit))
	}
}

// Width is how many cells the whole text of the cell takes.
func (c Cell) Width() int {
	w := c.Text.Width()
	for _, s := range c.More {
		w += s.Text.Width()
	}
	return w
}
