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

// kept are the rows that are asked for, each below the heads that it stands under. A
// part of which all rows are left out goes with its head.
func (p *pageFilter) kept(lines []pageLine) []pageLine {
	p.shown, p.of = 0, 0
	var kept, heads []pageLine
	for _, l := range lines {
		if l.id == "" {
			if _, ok := l.line.(frame.Ruler); ok {
				heads = append(heads[:0:0], l)
			}
			continue
		}
		p.of++
		if p.passes(l) {
			p.shown++
			kept, heads = append(append(kept, heads...), l), nil
		}
	}
	if p.filters() {
		return kept
	}
	return lines
}

func (p *pageFilter) passes(l pageLine) bool {
	row, ok := l.line.(frame.Row)
	if !ok || p.only && row.Sign == frame.NoSign {
		return !p.only && p.words.Empty()
	}
	var b strings.Builder
	b.WriteString(rowOwner(l.id))
	for _, c := range row.Cells {
		b.WriteString(" " + string(c.Text))
		for _, more := range c.More {
			b.WriteString(string(more.Text))
		}
	}
	b.WriteString(" " + string(row.Evidence))
	return p.words.Match(strings.ToLower(b.String()))
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
