package frame

import "ralsh/ui/tui/theme"

// What is the kind of element at a cell of the screen.
type What uint8

const (
	Nothing    What = iota
	OnRow           // a line of a pane
	OnTitle         // the upper border of a pane
	OnHead          // the heads of columns
	OnBorder        // between two panes
	OnButton        // in a row
	OnCrumb         // in the breadcrumb
	OnBadge         // on the right of line 1
	OnKey           // in the line of keys
	OutOfLayer      // outside a layer
)

// Spot is an area of the screen that reacts to the mouse. It is computed with
// the layout and not from the drawn text.
type Spot struct {
	Rect
	What  What
	Pane  int  // index in drawing order; the panes of a layer come last
	Layer bool // in a layer
	Focus bool // the pane, or the button, has the focus
	Boxed bool
	Line  Line   // for OnRow
	Tag   string // of a row, a badge or a key
	Index int    // of a crumb, counted from the last; of a button in its row
	Text  string // of a button

	Scroll Scroll // the visible rows of the pane; zero if unknown
}

// Spots returns the areas of a screen that react to the mouse. Later areas are
// above earlier areas.
func Spots(mode Mode, width, height int, c Content) []Spot {
	var spots []Spot
	if draw(mode, width, height, c, &spots); c.Layer == nil {
		return spots
	}
	if c.Base == nil {
		return spots
	}
	out := Spot{Rect: Rect{0, 0, width, max(0, height-bottomRows)}, What: OutOfLayer}
	return append([]Spot{out}, spots...)
}

// SpotAt returns the area that contains a cell. Outside of all areas its What
// is Nothing.
func SpotAt(spots []Spot, x, y, width int) Spot {
	for i := len(spots) - 1; i >= 0; i-- {
		s := spots[i]
		if !s.Has(x, y) {
			continue
		}
		between := s.X > 0 && x == s.X || s.X+s.Width < width && x == s.X+s.Width-1
		if s.Boxed && !s.Layer && between && (s.What == OnRow || s.What == OnHead) {
			s.What = OnBorder
			if x == s.X {
				s.Pane-- // the border resizes the pane on its left
			}
		}
		return s
	}
	return Spot{}
}

// rim is a row of a pane's border.
type rim struct{ title bool }

func (rim) draw(*pen, span) {}

// note records a part of the current row, from a column to the position of the
// pen.
func (p *pen) note(s Spot, from int) {
	if p.spots == nil {
		return
	}
	s.Rect = Rect{from, p.y, p.col - from, 1}
	*p.spots = append(*p.spots, s)
}

// noteRow records a row of a pane, and the buttons in it.
func (p *pen) noteRow(b pane, line Line, x, y int, layer bool) {
	if p.spots == nil {
		return
	}
	s := Spot{
		Rect: Rect{x + b.span.from, y, b.span.width(), 1}, What: OnRow, Pane: b.id, Layer: layer,
		Focus: b.span.focus, Boxed: b.boxed, Line: line, Scroll: b.head.Scroll,
	}
	var buttons []Spot
	switch line := line.(type) {
	case rim:
		if s.What, s.Line = Nothing, nil; line.title {
			s.What = OnTitle
		}
	case Ruler:
		s.What = OnHead
	case Row:
		s.Tag = line.Tag
		in := b.inside()
		for _, c := range line.Cells {
			if c.Style == theme.Button || c.Style == theme.ButtonOff {
				at := s
				at.Rect = Rect{x + in.from + c.At.Col, y, c.width(p.mode), 1}
				at.What, at.Index, at.Text, at.Focus = OnButton, len(buttons), string(c.Text), c.Style == theme.Button
				buttons = append(buttons, at)
			}
		}
	}
	*p.spots = append(append(*p.spots, s), buttons...)
}
