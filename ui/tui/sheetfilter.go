package tui

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// pageFilter leaves out the rows of a page in which nothing of what was typed is, and
// with "only" those without a sign.
type pageFilter struct {
	search
	words     widget.Filter
	shown, of int // rows of the last page
}

func newPageFilter() *pageFilter {
	p := &pageFilter{}
	p.search = newSearch(func(f widget.Filter) { p.words = f })
	return p
}

func (p *pageFilter) filters() bool { return p.only || !p.words.Empty() }

func (p *pageFilter) chip() safe.Text { return p.search.chip(p.shown, p.of) }

// do carries out what concerns the filter; false for anything else.
func (p *pageFilter) do(in keys.Intent) bool {
	if in == keys.OnlyFindings {
		p.only = !p.only
		return true
	}
	return p.search.do(in)
}

// kept are the rows that are asked for, each with the rest of its entry and below the
// head that it stands under. A part of which all rows are left out goes with its head.
func (p *pageFilter) kept(lines []pageLine) []pageLine {
	p.shown, p.of = 0, 0
	var kept, heads []pageLine
	for i := 0; i < len(lines); i++ {
		if lines[i].id == "" {
			if _, ok := lines[i].line.(frame.Ruler); ok {
				heads = lines[i : i+1 : i+1]
			}
			continue
		}
		from := i
		for i+1 < len(lines) && lines[i+1].id == "" {
			if _, ok := lines[i+1].line.(frame.Row); !ok {
				break
			}
			i++
		}
		if entry := lines[from : i+1]; p.counts(rowOwner(entry[0].id), linesOf(entry)) {
			kept, heads = append(append(kept, heads...), entry...), nil
		}
	}
	if p.filters() {
		return kept
	}
	return lines
}

// counts reports whether an entry is asked for, by what it is of and what stands in its
// rows, and counts it.
func (p *pageFilter) counts(of string, rows []frame.Line) bool {
	p.of++
	if !p.filters() {
		p.shown++
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
	if p.only && !signed || !p.words.Match(strings.ToLower(b.String())) {
		return false
	}
	p.shown++
	return true
}

func linesOf(entry []pageLine) []frame.Line {
	lines := make([]frame.Line, len(entry))
	for i, l := range entry {
		lines[i] = l.line
	}
	return lines
}

// nothing says why no row of a page is seen, nil where one is.
func (p *pageFilter) nothing(sh *shared, width int) []frame.Line {
	if p.shown > 0 || p.of == 0 || !p.filters() {
		return nil
	}
	var lines []frame.Line
	for _, t := range wrapped(p.hides(sh, "row", "a sign", ""), width-frame.Margin) {
		lines = append(lines, frame.Text(t))
	}
	return lines
}
