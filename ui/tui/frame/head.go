package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Ruler is a title: of the pane if it is the first line, else of a part of the
// pane. Column titles are drawn at their columns.
type Ruler struct {
	Title    safe.Text
	Sub      safe.Text // explanation of the title
	Evidence safe.Text // at the right end: a position, a time, a count
	Focus    bool
	Columns  []Cell    // the titles of columns, on a separate row
	Last     safe.Text // the title of the right end of the rows
	Scroll   Scroll
	Below    safe.Text   // text in the lower border
	Tone     theme.Token // of the border of a pane without the focus; Text is faint
}

// Scroll is the visible part of a list: from row First, counted from 0, Seen of
// Of rows. If it is not the whole list, the border shows a thumb.
type Scroll struct{ First, Seen, Of int }

// Whole reports whether all rows are known to be visible.
func (s Scroll) Whole() bool { return s.Of > 0 && s.Seen >= s.Of }

// Rows returns the Scroll of rows that are counted from 1: rows 3 to 17 of 20.
func Rows(from, to, of int) Scroll { return Scroll{max(0, from-1), to - from + 1, of} }

// Scrolled returns the ruler with the visible part of its pane.
func (r Ruler) Scrolled(s Scroll) Ruler {
	r.Scroll = s
	return r
}

// Title returns a ruler without columns.
func Title(title, evidence safe.Text, focus bool) Ruler {
	return Ruler{Title: title, Evidence: evidence, Focus: focus}
}

// Titles returns a ruler with the titles of the columns at their slots.
func Titles(columns []Column, slots []Slot, focus bool) Ruler {
	words := make([]Cell, 0, len(columns))
	for i, c := range columns {
		if !slots[i].Hidden() && c.Title != "" {
			words = append(words, Cell{At: slots[i], Text: c.Title})
		}
	}
	return Ruler{Columns: words, Focus: focus}
}

// Named returns the ruler with a title and its evidence.
func (r Ruler) Named(title, evidence safe.Text) Ruler {
	r.Title, r.Evidence = title, evidence
	return r
}

// draw draws the ruler inside a pane: column heads, or the title of a part and
// a thin rule.
func (r Ruler) draw(p *pen, pane span) {
	if pane.width() <= Margin {
		return
	}
	if len(r.Columns) > 0 {
		r.heads(p, pane)
		return
	}
	p.to(pane.from + 1)
	evidence := min(r.Evidence.Width(), pane.width()/2)
	limit := pane.to + pane.pad - 1
	if evidence > 0 {
		limit -= evidence + 1
	}
	if p.mode.Plain && r.Focus {
		p.put("here: ", theme.Text, limit)
	}
	style := theme.Strong
	if r.Focus {
		style = theme.Title
	}
	p.put(r.Title, style, limit)
	if r.Sub != "" {
		p.to(min(p.col+2, limit))
		p.put(r.Sub, theme.Muted, limit)
	}
	p.to(min(p.col+1, limit))
	p.rule(limit, p.mode.Theme.Glyphs().Rule, theme.Faint)
	if evidence > 0 {
		p.to(limit + 1)
		p.put(r.Evidence, theme.Muted, pane.to+pane.pad-1)
	}
}

// heads draws the titles of columns over a hairline.
func (r Ruler) heads(p *pen, pane span) {
	p.to(pane.from)
	p.light(theme.Plain, theme.ColumnHead)
	written, limit := pane.from, pane.to
	if r.Last != "" {
		limit -= r.Last.Width() + 2
	}
	for i, c := range r.Columns {
		start, end := pane.from+c.At.Col, limit
		if c.At.Width > 0 {
			end = min(end, start+c.At.Width)
		}
		if c.At.Right {
			start = max(start, end-c.width(p.mode))
		}
		// A title longer than its column moves the next title to the right. A
		// title without a cell is omitted.
		if i > 0 {
			start = max(start, written+1)
		}
		if start >= limit {
			break
		}
		p.to(start)
		if c.Style == theme.Text {
			c.Style = theme.ColumnHead
		}
		p.put(c.Text, c.Style, limit)
		for _, s := range c.More {
			p.put(s.Text, theme.ColumnHead, limit)
		}
		written = p.col
	}
	if r.Last != "" {
		p.to(pane.to - r.Last.Width())
		p.put(r.Last, theme.ColumnHead, pane.to)
	}
	p.end(pane.to + pane.pad)
}

// Hairline is a thin rule from border to border.
type Hairline struct{}

func (Hairline) draw(p *pen, pane span) {
	p.to(pane.from)
	p.rule(pane.to+pane.pad, p.mode.Theme.Glyphs().Rule, theme.Faint)
}
