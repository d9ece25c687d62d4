package kit

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// PageFilter hides the rows of a page that do not match the typed text and,
// with "only", the rows without a sign.
type PageFilter struct {
	Search
	words     widget.Filter
	Shown, Of int // number of rows of the last page
}

// NewPageFilter returns a filter that shows all rows.
func NewPageFilter() *PageFilter {
	p := &PageFilter{}
	p.Search = NewSearch(func(f widget.Filter) { p.words = f })
	return p
}

// Filters reports whether the filter is active.
func (p *PageFilter) Filters() bool { return p.Only || !p.words.Empty() }

func (p *PageFilter) Chip() safe.Text { return p.Search.Chip(p.Shown, p.Of) }

// Do performs an intent of the filter. It returns false for other intents.
func (p *PageFilter) Do(in keys.Intent) bool {
	if in == keys.OnlyFindings {
		p.Only = !p.Only
		return true
	}
	return p.Search.Do(in)
}

// Kept returns the matching rows, each with the continuation of its entry and
// below its head. A head without matching rows is omitted.
func (p *PageFilter) Kept(lines []PageLine) []PageLine {
	p.Shown, p.Of = 0, 0
	var kept, heads []PageLine
	for i := 0; i < len(lines); i++ {
		if lines[i].ID == "" {
			if _, ok := lines[i].Line.(frame.Ruler); ok {
				heads = lines[i : i+1 : i+1]
			}
			continue
		}
		from := i
		for i+1 < len(lines) && lines[i+1].ID == "" {
			if _, ok := lines[i+1].Line.(frame.Row); !ok {
				break
			}
			i++
		}
		if entry := lines[from : i+1]; p.Counts(RowOwner(entry[0].ID), linesOf(entry)) {
			kept, heads = append(append(kept, heads...), entry...), nil
		}
	}
	if p.Filters() {
		return kept
	}
	return lines
}

// Counts reports whether an entry matches, by its name and its rows, and counts
// it.
func (p *PageFilter) Counts(of string, rows []frame.Line) bool {
	p.Of++
	if !p.Filters() {
		p.Shown++
		return true
	}
	var b strings.Builder
	b.WriteString(of)
	signed := false
	for _, l := range rows {
		row, ok := l.(frame.Row)
		if !ok {
			continue
		}
		signed = signed || row.Sign != frame.NoSign && row.Sign != frame.SignInSync && row.Sign != frame.SignWaits
		for _, c := range row.Cells {
			b.WriteString(" " + string(c.Text))
			for _, more := range c.More {
				b.WriteString(string(more.Text))
			}
		}
		b.WriteString(" " + string(row.Evidence))
	}
	if p.Only && !signed || !p.words.Match(strings.ToLower(b.String())) {
		return false
	}
	p.Shown++
	return true
}

func linesOf(entry []PageLine) []frame.Line {
	lines := make([]frame.Line, len(entry))
	for i, l := range entry {
		lines[i] = l.Line
	}
	return lines
}

// Nothing returns why no row of a page is visible, or nil if a row is visible.
func (p *PageFilter) Nothing(sh *Shared, width int) []frame.Line {
	if p.Shown > 0 || p.Of == 0 || !p.Filters() {
		return nil
	}
	return WholeRows(frame.NoSign, p.Hides(sh, "row", "a sign", ""), width)
}
