package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Ruler names what is below it: the whole pane where it is its first line, and a
// part of the pane where it is another one. Words that name columns stand at them.
type Ruler struct {
	Title    safe.Text
	Sub      safe.Text // explains the title
	Evidence safe.Text // at the right end: a position, a time, a count
	Focus    bool
	Columns  []Cell    // the heads of columns, on a row of their own
	Last     safe.Text // the head of what is at the right end of the rows
	Scroll   Scroll
	Below    safe.Text   // in the lower border
	Tone     theme.Token // of the border of a pane without the focus; Text is faint
}

// Scroll is which part of what there is a pane shows: from the first row, counted from
// 0, so many of so many. Where that is not all, a thumb is in the border.
type Scroll struct{ First, Seen, Of int }

// Whole reports whether all rows are seen, as far as that is known.
func (s Scroll) Whole() bool { return s.Of > 0 && s.Seen >= s.Of }

// Rows is a Scroll of what is counted from 1: rows 3 to 17 of 20.
func Rows(from, to, of int) Scroll { return Scroll{max(0, from-1), to - from + 1, of} }

// Scrolled is the ruler of a pane that shows a part.
func (r Ruler) Scrolled(s Scroll) Ruler {
	r.Scroll = s
	return r
}

// Title is a ruler without columns.
func Title(title, evidence safe.Text, focus bool) Ruler {
	return Ruler{Title: title, Evidence: evidence, Focus: focus}
}

// Titles is a ruler with the names of the columns at their slots.
func Titles(columns []Column, slots []Slot, focus bool) Ruler {
	words := make([]Cell, 0, len(columns))
	for i, c := range columns {
		if !slots[i].Hidden() && c.Title != "" {
			words = append(words, Cell{At: slots[i], Text: c.Title})
		}
	}
	return Ruler{Columns: words, Focus: focus}
}

// Named is the ruler with a title and its evidence.
func (r Ruler) Named(title, evidence safe.Text) Ruler {
	r.Title, r.Evidence = title, evidence
	return r
}

// draw draws the ruler inside a pane: as heads of columns, or as a part's title and
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

// heads are the names of columns over a hairline.
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
		// A title longer than its column pushes the next one on; without
		// room for a cell of it the word is left out.
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
