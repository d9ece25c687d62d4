package tui

import (
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Rows of panes in which no row has a cursor: sentences, values with a label, what is
// connected, and what would be done.

// proseRows are a sentence over as many rows as it takes.
func proseRows(t safe.Text, width int) []frame.Line {
	var rows []frame.Line
	for _, part := range wrapped(t, width-1) {
		rows = append(rows, frame.Prose(part))
	}
	return rows
}

// mutedRows are a sentence that only explains.
func mutedRows(t safe.Text, width int) []frame.Line {
	rows := proseRows(t, width)
	for i := range rows {
		row := rows[i].(frame.Row)
		row.Muted = true
		rows[i] = row
	}
	return rows
}

// signedRows are a sentence with its sign before the first row.
func signedRows(sign frame.Sign, t safe.Text, width int) []frame.Line {
	var rows []frame.Line
	for i, part := range wrapped(t, width-frame.ProseMargin-1) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: part}}}
		if i == 0 {
			row.Sign = sign
		}
		rows = append(rows, row)
	}
	return rows
}

// labelled is a value behind a muted label, over at most so many rows; of a longer one
// the last row is cut.
func labelled(label, text safe.Text, style theme.Token, at, width, most int) []frame.Line {
	var rows []frame.Line
	room := max(1, width-at-1)
	parts := wrapped(text.Cut((most+1)*room, safe.Ellipsis), room)
	if len(parts) > most {
		parts = append(parts[:most-1:most-1], parts[most-1]+" "+parts[most])
	}
	for i, part := range parts {
		row := frame.Row{Prose: true}
		if i == 0 {
			row.Cells = []frame.Cell{{At: frame.Slot{Col: frame.ProseMargin, Width: at - frame.ProseMargin - 1}, Text: label, Style: theme.Muted}}
		}
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(at), Text: part, Style: style})
		rows = append(rows, row)
	}
	return rows
}

// badges are words on tints side by side.
func badges(words ...frame.Span) frame.Row {
	row := frame.Row{Prose: true}
	col := 1
	for _, w := range words {
		width := w.Text.Width() + 2
		row.Cells = append(row.Cells, frame.Cell{At: frame.Slot{Col: col, Width: width}, Text: w.Text, Style: w.Style})
		col += width + 1
	}
	return row
}

// badgeRows are a sentence that begins with a badge.
func badgeRows(badge safe.Text, style theme.Token, said safe.Text, width int) []frame.Line {
	const sides = 2
	held := safe.Clean(strings.Repeat("x", badge.Width()+sides)) // the badge's place while words are wrapped
	parts := wrapped(held+" "+said, width-1)
	first := frame.Prose("")
	first.Cells = []frame.Cell{
		{At: frame.Slot{Col: 1, Width: badge.Width() + sides}, Text: badge, Style: style},
		{At: frame.At(1 + badge.Width() + sides + 1), Text: safe.Clean(strings.TrimPrefix(strings.TrimPrefix(string(parts[0]), string(held)), " "))},
	}
	lines := []frame.Line{first}
	for _, part := range parts[1:] {
		lines = append(lines, frame.Prose(part))
	}
	return lines
}

// actRows are an act as it would be done: a command in lines that a shell takes
// together, anything else as a sentence. Nothing of it is cut.
func actRows(d *transaction.ActResult, width int) []frame.Line {
	const at = frame.ProseMargin
	if !d.IsCommand() {
		return proseRows(words.Done(d), width)
	}
	var rows []frame.Line
	for i, part := range commandParts(string(words.Bare(d.View(0))), width-at-1) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(at), Text: part}}}
		if i == 0 {
			row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 1, Width: 1}, Text: "$", Style: theme.Accent}}, row.Cells...)
		}
		rows = append(rows, row)
	}
	return rows
}
