package frame

import (
	"slices"
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Top is line 1: the breadcrumb on the left, and the host and the user on the
// right.
type Top struct {
	Crumbs []safe.Text // from the first screen to the current one; a part may hold several, separated by " > "; the last is bold
	Chip   safe.Text   // the filter: "/rake 2 of 1,150"; empty means none
	Typed  bool        // the user types in the filter; the cursor is at its last _
	Right  []Span      // host, user, basket: shortened first if possible, then omitted from the end
}

// brand is shown at the left of line 1 if it fits.
const brand safe.Text = "ralsh"

// branded reports whether line 1 shows the name of the program. On narrow
// screens the breadcrumb is more important.
func branded(width int, m Mode) bool { return width >= brandWidth && !m.Plain }

// indent returns the column of the breadcrumb.
func indent(width int, m Mode) int {
	switch {
	case m.Plain:
		return Margin
	case branded(width, m):
		return m.width(brand, theme.Brand) + 2
	}
	return 1
}

// draw returns the column of the terminal's cursor in a filter that the user
// types, or -1.
func (t Top) draw(p *pen, width int) (caret int) {
	caret = -1
	right := t.rightSide(width, p.mode)
	limit := width
	if len(right) > 0 {
		limit = width - trailing(width) - spansWidth(right, p.mode) - 2
	}
	if branded(width, p.mode) {
		p.put(brand, theme.Brand, limit)
	}
	p.to(indent(width, p.mode))
	room := limit - p.col
	if t.Chip != "" {
		room -= t.Chip.Width() + 2
	}
	t.drawCrumbs(p, room, limit)
	if t.Chip != "" {
		p.to(min(p.col+2, limit))
		from := p.col
		p.put(t.Chip, theme.Accent, limit)
		if bar := strings.LastIndex(string(t.Chip), "_ "); bar >= 0 && t.Typed {
			caret = min(from+t.Chip[:bar].Width(), limit-1)
		}
	}
	if len(right) == 0 {
		return caret
	}
	p.to(width - spansWidth(right, p.mode) - trailing(width))
	for i, s := range right {
		if i > 0 {
			p.to(p.col + 2)
		}
		from := p.col
		p.put(s.Text, s.Style, width)
		p.note(Spot{What: OnBadge, Tag: s.Tag}, from)
	}
	return caret
}

func (t Top) drawCrumbs(p *pen, room, limit int) {
	parts := t.crumbs(room, p.mode.crumbEllipsis())
	for i, part := range parts {
		from := p.col
		if i == len(parts)-1 {
			p.put(part, theme.Strong, limit)
			p.note(Spot{What: OnCrumb}, from)
			return
		}
		p.put(part, theme.Muted, limit)
		p.note(Spot{What: OnCrumb, Index: len(parts) - 1 - i}, from)
		p.to(min(p.col+1, limit))
		if p.col < limit {
			p.glyph(p.mode.Theme.Glyphs().Crumb, theme.Faint)
		}
		p.to(min(p.col+1, limit))
	}
}

// trailing returns the width of the blank at the end of line 1, if it fits.
func trailing(width int) int {
	if width >= NarrowWidth {
		return 1
	}
	return 0
}

// rightSide returns the right side as far as it fits. First a directory is
// shortened, then the left side is reduced to the current screen, and only then
// parts of the right side are omitted.
func (t Top) rightSide(width int, m Mode) []Span {
	const least = 14 // the smallest useful left side
	right := slices.Clone(t.Right)
	room := width - trailing(width) - indent(width, m) - 2
	whole := max(least, crumbsWidth(t.crumbs(width, m.crumbEllipsis())))
	if t.Chip != "" {
		whole += t.Chip.Width() + 2
	}
	for i, s := range right {
		over := whole + spansWidth(right, m) - room
		if s.MinWidth > 0 && over > 0 {
			right[i].Text = s.Text.CutMiddle(max(s.MinWidth, s.Text.Width()-over), m.Ellipsis())
		}
	}
	here := t.crumbs(1, m.crumbEllipsis())
	if len(here) < len(t.crumbs(width, m.crumbEllipsis())) {
		here = append([]safe.Text{safe.Clean(m.crumbEllipsis())}, here...)
	}
	if max(least, crumbsWidth(here))+spansWidth(right, m) > room {
		right = slices.DeleteFunc(right, func(s Span) bool { return s.Spare })
	}
	for len(right) > 0 && least+spansWidth(right, m) > room {
		right = right[:len(right)-1]
		for len(right) > 0 && right[len(right)-1].Joined {
			right = right[:len(right)-1]
		}
	}
	return right
}

// crumbs omits parts from the front until the rest fits, because the current
// screen is the most important part.
func (t Top) crumbs(room int, ellipsis string) []safe.Text {
	var all []safe.Text
	for _, crumb := range t.Crumbs {
		for part := range strings.SplitSeq(string(crumb), " > ") {
			all = append(all, safe.Clean(part))
		}
	}
	for from := range all {
		parts := all[from:]
		if from > 0 {
			parts = append([]safe.Text{safe.Clean(ellipsis)}, parts...)
		}
		if crumbsWidth(parts) <= room {
			return parts
		}
	}
	return all[max(0, len(all)-1):]
}

func crumbsWidth(parts []safe.Text) int {
	const between = len(" > ")
	w := between * max(0, len(parts)-1)
	for _, part := range parts {
		w += part.Width()
	}
	return w
}

func spansWidth(spans []Span, m Mode) int {
	w := 2 * (len(spans) - 1)
	for _, s := range spans {
		w += m.width(s.Text, s.Style)
	}
	return w
}
