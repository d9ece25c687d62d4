package widget

import (
	"github.com/sergi/go-diff/diffmatchpatch"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// Side is the kind of a line of a difference.
type Side byte

// The lines of a difference: of the old text, of the new text, of both, or
// marks under the previous line that show its added or removed characters.
const (
	Both   Side = ' '
	Is     Side = '-'
	Should Side = '+'
	Marks  Side = 'm'
)

// DiffLine is a line of a difference. Line numbers count from 1; 0 means no
// number.
type DiffLine struct {
	Side     Side
	Of       Side // for Marks, the side of the marked line
	Old, New int
	Spans    []frame.Span
}

// Pair shows a value that changes: the old value, the new value, and marks
// under both if they have enough in common.
func Pair(is, should safe.Text) []DiffLine {
	gone, fresh := marked(is, should, budget{})
	lines := append(make([]DiffLine, 0, 4), gone.lines(Is, 0)...)
	return append(lines, fresh.lines(Should, 0)...)
}

// text is a line with a flag for each changed byte.
type text struct {
	line    safe.Text
	changed []bool // nil if not compared by characters
}

// marked compares two lines by characters. If they have less than half of the
// longer line in common, marks would not help and are omitted.
func marked(a, b safe.Text, within budget) (gone, fresh text) {
	const longest = 2000
	gone, fresh = text{line: a}, text{line: b}
	left, ok := within.left()
	if !ok || a == b || len(a) == 0 || len(b) == 0 || max(len(a), len(b)) > longest {
		return gone, fresh
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = left
	diffs := d.DiffCleanupSemantic(d.DiffMain(string(a), string(b), false))
	was, is := make([]bool, 0, len(a)), make([]bool, 0, len(b))
	common := 0
	for _, part := range diffs {
		changed := part.Type != diffmatchpatch.DiffEqual
		if !changed {
			common += len(part.Text)
		}
		for range len(part.Text) {
			if part.Type != diffmatchpatch.DiffInsert {
				was = append(was, changed)
			}
			if part.Type != diffmatchpatch.DiffDelete {
				is = append(is, changed)
			}
		}
	}
	if 2*common < max(len(a), len(b)) || len(was) != len(a) || len(is) != len(b) {
		return gone, fresh
	}
	gone.changed, fresh.changed = was, is
	return gone, fresh
}

// lines returns the line and, if any character changed, the marks under it.
func (t text) lines(side Side, number int) []DiffLine {
	line := DiffLine{Side: side}
	if side == Is {
		line.Old = number
	} else {
		line.New = number
	}
	if t.changed == nil {
		line.Spans = []frame.Span{{Text: t.line}}
		return []DiffLine{line}
	}
	spans, marks := t.split(side)
	line.Spans = spans
	if marks == "" {
		return []DiffLine{line}
	}
	tok := theme.Add
	if side == Is {
		tok = theme.Remove
	}
	return []DiffLine{line, {Side: Marks, Of: side, Spans: []frame.Span{{Text: marks, Style: tok}}}}
}

// split returns the spans and the marks. A character of several runes is
// changed as a whole; otherwise the line would show parts of it.
func (t text) split(side Side) (spans []frame.Span, marks safe.Text) {
	mark, same, word := safe.Text("+"), theme.AddedLine, theme.AddedWord
	if side == Is {
		mark, same, word = "-", theme.RemovedLine, theme.RemovedWord
	}
	at, blanks := 0, 0
	for _, part := range t.line.Graphemes() {
		style := same
		for _, changed := range t.changed[at : at+len(part)] {
			if changed {
				style = word
			}
		}
		at += len(part)
		if n := len(spans); n > 0 && spans[n-1].Style == style {
			spans[n-1].Text += part
		} else {
			spans = append(spans, frame.Span{Text: part, Style: style})
		}
		if style == same {
			blanks += part.Width()
			continue
		}
		marks += safe.Blank(blanks)
		blanks = 0
		for range part.Width() {
			marks += mark
		}
	}
	return spans, marks
}
