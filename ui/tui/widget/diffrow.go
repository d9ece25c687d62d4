package widget

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// Cells places a line of a difference in a row: the sign at column at of its
// pane, the text two cells on. Numbers stand right-aligned before the sign, so
// many cells wide with two blanks between; 0 shows none.
func (l DiffLine) Cells(at, numbers int) []frame.Cell {
	cells := make([]frame.Cell, 0, 3)
	if n := l.Number(); n > 0 && numbers > 0 {
		cells = append(cells, frame.Cell{
			At:    frame.Slot{Col: at - 2 - numbers, Width: numbers, Right: true},
			Text:  Count(n),
			Style: theme.Dim,
		})
	}
	switch l.Side {
	case Is:
		cells = append(cells, sign(at, "-", theme.Remove))
	case Should:
		cells = append(cells, sign(at, "+", theme.Add))
	}
	body := frame.Cell{At: frame.At(at + 2)}
	if len(l.Spans) > 0 {
		body.Text, body.Style, body.More = l.Spans[0].Text, l.Spans[0].Style, l.Spans[1:]
	}
	return append(cells, body)
}

// Text is the line without looks.
func (l DiffLine) Text() safe.Text {
	var t safe.Text
	for _, s := range l.Spans {
		t += s.Text
	}
	return t
}

func sign(at int, t safe.Text, style theme.Token) frame.Cell {
	return frame.Cell{At: frame.Slot{Col: at, Width: 1}, Text: t, Style: style}
}
