package frame

import (
	"slices"
	"strings"

	"ralsh/ui/safe"
)

// Top is line 1: where one is on the left, the host and as whom on the right.
type Top struct {
	Crumbs []safe.Text // from the first screen to this one; the last is bold
	Chip   safe.Text   // the filter: "/rake 2 of 1,150"; empty is none
	Typed  bool        // it is being typed, up to its last _
	Right  []Span      // host, user, basket: what can be shortened is, then the last goes first
}

// draw returns the column of the terminal's cursor in a filter that is typed, -1
// where none is.
func (t Top) draw(p *pen, width int) (caret int) {
	caret = -1
	right := t.beside(width, p.mode)
	limit := width
	if len(right) > 0 {
		limit = width - spansWidth(right) - 2
	}
	p.to(Margin)
	room := limit - p.col
	if t.Chip != "" {
		room -= t.Chip.Width() + 2
	}
	front, last := t.crumbs(room, p.mode.left())
	p.put(front, 0, limit)
	p.put(last, Bold, limit)
	if t.Chip != "" {
		p.to(min(p.col+2, limit))
		from := p.col
		p.put(t.Chip, 0, limit)
		if bar := strings.LastIndex(string(t.Chip), "_ "); bar >= 0 && t.Typed {
			caret = min(from+t.Chip[:bar].Width(), limit-1)
		}
	}
	if len(right) == 0 {
		return caret
	}
	p.to(width - spansWidth(right))
	for i, s := range right {
		if i > 0 {
			p.to(p.col + 2)
		}
		p.put(s.Text, s.Style, width)
	}
	return caret
}

// beside is the right side as far as there is room for it beside a left side that
// is worth having. A folder is shortened before the left side is, and before
// anything else goes.
func (t Top) beside(width int, m Mode) []Span {
	const least = 12 // the smallest left side worth having
	right := slices.Clone(t.Right)
	whole := least
	if n := len(t.Crumbs); n > 0 {
		front, last := t.crumbs(width, m.left())
		whole = max(least, front.Width()+last.Width())
	}
	if t.Chip != "" {
		whole += t.Chip.Width() + 2
	}
	for i, s := range right {
		over := Margin + whole + 2 + spansWidth(right) - width
		if s.MinWidth > 0 && over > 0 {
			right[i].Text = s.Text.CutMiddle(max(s.MinWidth, s.Text.Width()-over), m.Ellipsis())
		}
	}
	for len(right) > 0 && Margin+least+2+spansWidth(right) > width {
		right = right[:len(right)-1]
		for len(right) > 0 && right[len(right)-1].Joined {
			right = right[:len(right)-1]
		}
	}
	return right
}

// crumbs leaves out parts from the front until the rest fits: the screen one
// is on says more than the one it began with.
func (t Top) crumbs(room int, ellipsis string) (front, last safe.Text) {
	if len(t.Crumbs) == 0 {
		return "", ""
	}
	last = t.Crumbs[len(t.Crumbs)-1]
	between := t.Crumbs[:len(t.Crumbs)-1]
	for i := range between {
		front = ""
		if i > 0 {
			front = safe.Clean(ellipsis) + " > "
		}
		for _, c := range between[i:] {
			front += c + " > "
		}
		if front.Width()+last.Width() <= room {
			return front, last
		}
	}
	if front = safe.Clean(ellipsis) + " > "; len(between) == 0 || front.Width()+last.Width() > room {
		front = ""
	}
	return front, last
}

func spansWidth(spans []Span) int {
	w := 2 * (len(spans) - 1)
	for _, s := range spans {
		w += s.Text.Width()
	}
	return w
}
