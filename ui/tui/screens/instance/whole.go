package instance

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// wholeValue caches the rows of a long value.
type wholeValue struct {
	text  safe.Text
	width int
	rows  []safe.Text
	rest  int
}

// fewRows is the maximum number of rows of a value that is shown completely in
// its column.
const fewRows = 4

// unfolded returns the rows of an attribute with its value at a slot. A value
// longer than the row continues below it: in its column if a few rows suffice,
// or over the whole width when zoomed. The cursor moves through these rows.
func (s *Screen) unfolded(id string, row frame.Row, at frame.Slot, width int) []kit.PageLine {
	if at.Width == 0 || at.Col+at.Width > width {
		at.Width = width - at.Col
		if row.Evidence != "" {
			at.Width -= row.Evidence.Width() + 1
		}
	}
	if len(row.Cells) < 2 || row.Cells[1].Width() <= at.Width {
		return []kit.PageLine{{ID: id, Line: row}}
	}
	long := row.Cells[1].Width() > fewRows*at.Width
	if s.cut = s.cut || long; long && !s.zoom {
		// The desired value stays visible after the current value.
		is := &row.Cells[1]
		should := is.Width() - is.Text.Width()
		is.Text = is.Text.CutMiddle(max(at.Width-should, min(is.Text.Width(), at.Width/3)), s.sh.Mode.Ellipsis())
		return []kit.PageLine{{ID: id, Line: row}}
	}
	if desired := row.Cells[1].More; len(desired) > 0 {
		row.Cells[1].More = nil
		lines := s.unfolded(id, row, at, width)
		arrow, should := desired[0].Text[1:], desired[1].Text
		for i, t := range kit.Wrap(should, max(1, at.Width-arrow.Width())) {
			behind := frame.Row{Cells: []frame.Cell{
				{At: frame.Slot{Col: at.Col}, Text: arrow, Style: theme.Muted},
				{At: frame.At(at.Col + arrow.Width()), Text: t, Style: theme.Change},
			}}
			if i > 0 {
				behind.Cells[0].Text = ""
			}
			lines = append(lines, kit.PageLine{ID: id + kit.RowMark + "should " + strconv.Itoa(i), Line: behind})
		}
		return lines
	}
	const most = 20_000 // maximum rows; y copies the whole value
	value := row.Cells[1].Text
	if value.Width() <= fewRows*at.Width {
		parts := kit.Wrap(value, at.Width)
		row.Cells[1].Text = parts[0]
		return append([]kit.PageLine{{ID: id, Line: row}}, moreRows(at, row.Muted, parts[1:])...)
	}
	at = frame.Slot{Col: frame.Margin, Width: max(1, width-frame.Margin)}
	if w := s.whole; w.text != value || w.width != at.Width {
		s.whole = wholeValue{text: value, width: at.Width}
		s.whole.rows, s.whole.rest = broken(value, at.Width, most)
	}
	parts, rest := s.whole.rows, s.whole.rest
	row.Cells = row.Cells[:1]
	lines := wholeRows([]kit.PageLine{{ID: id, Line: row}}, id, at, parts)
	if rest > 0 {
		more := words.CountOf(rest, "more row") + s.sh.Spell(", {copy} copies all")
		lines = append(lines, kit.PageLine{ID: id + kit.RowMark + "more", Line: frame.Text(more)})
	}
	return lines
}

// moreRows returns continuation rows, which the cursor skips.
func moreRows(at frame.Slot, muted bool, parts []safe.Text) (lines []kit.PageLine) {
	for _, t := range parts {
		lines = append(lines, kit.PageLine{Line: frame.Row{Muted: muted, Cells: []frame.Cell{{At: at, Text: t}}}})
	}
	return lines
}

func wholeRows(lines []kit.PageLine, id string, at frame.Slot, parts []safe.Text) []kit.PageLine {
	for i, t := range parts {
		// The first cell of the row under the cursor is drawn reversed.
		cells := []frame.Cell{{At: frame.Slot{Col: at.Col}}, {At: at, Text: t}}
		lines = append(lines, kit.PageLine{ID: id + kit.RowMark + strconv.Itoa(i), Line: frame.Row{Cells: cells}})
	}
	return lines
}

// broken breaks a text into at most most rows: after a blank, or within a
// longer word. rest is the approximate number of further rows. It takes linear
// time.
func broken(t safe.Text, width, most int) (rows []safe.Text, rest int) {
	const bytes = 8 // a cell seldom takes more bytes
	for len(t) > 0 && len(rows) < most {
		near := min(len(t), width*bytes)
		for near < len(t) && !utf8.RuneStart(t[near]) {
			near++
		}
		row := t[:near].Cut(width, "")
		if row == "" {
			row = t[:near]
		}
		if blank := strings.LastIndex(string(row), " "); blank > 0 && len(row) < len(t) {
			row = row[:blank+1]
		}
		rows, t = append(rows, row), t[len(row):]
	}
	return rows, (t.Width() + width - 1) / width
}
