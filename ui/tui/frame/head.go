package frame

import "ralsh/ui/safe"

// Ruler is a ruler: it names a pane and its columns, and is heavy where the
// focus is. Words stand at their columns, the evidence at the right end.
type Ruler struct {
	Words    []Cell
	Evidence safe.Text
	Focus    bool
	// ThinFrom and ThinTo are columns of the pane over which a focused ruler
	// is thin all the same: the side that is not chosen of two.
	ThinFrom, ThinTo int
}

// Title is a ruler with one word at its left.
func Title(word, evidence safe.Text, focus bool) Ruler {
	return Ruler{Words: []Cell{{At: At(Margin), Text: word}}, Evidence: evidence, Focus: focus}
}

// Titles is a ruler with the names of the columns at their slots.
func Titles(columns []Column, slots []Slot, focus bool) Ruler {
	words := make([]Cell, 0, len(columns))
	for i, c := range columns {
		if !slots[i].Hidden() && c.Title != "" {
			words = append(words, Cell{At: slots[i], Text: c.Title})
		}
	}
	return Ruler{Words: words, Focus: focus}
}

func (r Ruler) draw(p *pen, pane span) {
	if pane.to-pane.from <= Margin {
		return
	}
	if pane.right {
		p.to(pane.from + 2)
	}
	limit := pane.to
	evidence := min(r.Evidence.Width(), r.spare(p.mode, pane.to-pane.from))
	if evidence > 0 {
		limit = pane.to - evidence - 3
	}
	here := p.mode.Plain && r.Focus
	for i, c := range r.Words {
		start := pane.from + c.At.Col
		end := limit
		if c.At.Width > 0 {
			end = min(end, start+c.At.Width)
		}
		if c.At.Right {
			start = max(start, end-c.Width())
		}
		// A title longer than its column pushes the next one on; without
		// room for a cell of it the word is left out.
		if start = max(start, p.col+2); i == 0 {
			start = pane.from + c.At.Col
		}
		if start >= limit {
			break
		}
		r.fill(p, pane, start-1)
		p.to(start)
		if here {
			p.put("here: ", 0, limit)
			here = false
		}
		p.word(c, limit)
	}
	if evidence > 0 {
		r.fill(p, pane, pane.to-evidence-1)
		p.to(pane.to - evidence)
		p.put(r.Evidence, Faint, pane.to)
		return
	}
	r.fill(p, pane, pane.to)
}

// spare is how many cells the evidence may have: all that a lone word leaves, and
// half where there are columns.
func (r Ruler) spare(m Mode, width int) int {
	if len(r.Words) != 1 {
		return width / 2
	}
	word := r.Words[0].At.Col + r.Words[0].Width() + 4
	if m.Plain && r.Focus {
		word += len("here: ")
	}
	return max(width/2, width-word)
}

// fill rules up to a column, with a blank after the word that came before.
func (r Ruler) fill(p *pen, pane span, to int) {
	first := pane.from
	if pane.right {
		first += 2
	}
	if p.col > first && p.col < to {
		p.to(p.col + 1)
	}
	thinFrom, thinTo := pane.from+r.ThinFrom, pane.from+r.ThinTo
	p.rule(min(to, thinFrom), r.Focus)
	p.rule(min(to, thinTo), false)
	p.rule(to, r.Focus)
}

func (p *pen) word(c Cell, limit int) {
	style := c.Style
	if style == 0 {
		style = Faint
	}
	p.put(c.Text, style, limit)
	for _, s := range c.More {
		p.put(s.Text, s.Style, limit)
	}
}
