package widget

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// style returns how a side of a difference is drawn: its sign, and the tokens
// of the sign, the line and the changed words.
func (s Side) style() (text safe.Text, sign, line, word theme.Token) {
	if s == Is {
		return "-", theme.RemovedSign, theme.RemovedLine, theme.RemovedWord
	}
	return "+", theme.AddedSign, theme.AddedLine, theme.AddedWord
}

// Cells lays out a line of a difference in a row. The sign is at column at of
// its pane, and the text two cells to its right, on a tint up to the edge of
// the pane. The line number is right-aligned before the sign, in the given
// number of cells followed by two blanks; 0 shows no numbers.
func (l DiffLine) Cells(at, numbers int) []frame.Cell {
	cells := make([]frame.Cell, 0, 2)
	if n := l.Number(); n > 0 && numbers > 0 {
		cells = append(cells, frame.Cell{
			At:    frame.Slot{Col: at - 2 - numbers, Width: numbers, Right: true},
			Text:  words.Count(n),
			Style: theme.Dim,
		})
	}
	if l.Side == Is || l.Side == Should {
		_, _, line, _ := l.Side.style()
		body := l.Side.tinted(at-1, l.Spans, line)
		body.Fill = line
		return append(cells, body)
	}
	body := frame.Cell{At: frame.At(at + 2), Style: theme.Muted}
	if len(l.Spans) > 0 {
		body.Text, body.More = l.Spans[0].Text, l.Spans[1:]
		if l.Side == Marks {
			body.Style = l.Spans[0].Style
		}
	}
	return append(cells, body)
}

// Lines wraps the line into at most the given number of rows without cutting
// it. If it needs more rows, the last row is longer than the pane, which then
// marks it as cut.
func (l DiffLine) Lines(width, most int) []DiffLine {
	var lines []DiffLine
	for i, spans := range WrapSpans(l.Spans, width, most) {
		part := l
		part.Spans = spans
		if i > 0 {
			part.Old, part.New = 0, 0
		}
		lines = append(lines, part)
	}
	return lines
}

// Value lays out an added or removed value, on a tint that is as wide as the
// text, in at most the given number of rows. A value that was not compared is
// shown as changed completely.
func (l DiffLine) Value(at, width, most int) []frame.Cell {
	_, _, _, word := l.Side.style()
	var cells []frame.Cell
	for i, spans := range WrapSpans(l.Spans, width-4, most) {
		cell := l.Side.tinted(at, spans, word)
		if i > 0 {
			cell.Text = "  "
		}
		_, _, line, _ := l.Side.style()
		cell.More = append(cell.More, frame.Span{Text: " ", Style: line})
		cells = append(cells, cell)
	}
	return cells
}

// tinted returns a cell with the sign and the text of a side. plain is the
// token of spans without a style.
func (s Side) tinted(at int, spans []frame.Span, plain theme.Token) frame.Cell {
	text, sign, line, _ := s.style()
	cell := frame.Cell{At: frame.At(at), Text: " " + text, Style: sign, More: []frame.Span{{Text: " ", Style: line}}}
	for _, span := range spans {
		if span.Style == theme.Text {
			span.Style = plain
		}
		cell.More = append(cell.More, span)
	}
	return cell
}

// WrapSpans breaks a line after width cells, into at most the given number of
// rows.
func WrapSpans(spans []frame.Span, width, most int) [][]frame.Span {
	width = max(2, width)
	rows, room := [][]frame.Span{nil}, width
	for _, span := range spans {
		for rest := span.Text; rest != ""; {
			head := rest
			if len(rows) < most {
				head = rest.Cut(room, "")
			}
			if head == "" && room == width {
				head = rest // a character wider than the row
			}
			if head != "" {
				rows[len(rows)-1] = append(rows[len(rows)-1], frame.Span{Text: head, Style: span.Style})
				room -= head.Width()
			}
			if rest = rest[len(head):]; rest != "" {
				rows, room = append(rows, nil), width
			}
		}
	}
	return rows
}

// Text returns the line without styles.
func (l DiffLine) Text() safe.Text {
	var t safe.Text
	for _, s := range l.Spans {
		t += s.Text
	}
	return t
}

// Marked reports whether a line holds only marks under changed characters.
// Screens with styles omit it, because the changed characters differ in style.
func (l DiffLine) Marked() bool {
	return l.Side == Marks && len(l.Spans) > 0 && l.Spans[0].Style != theme.Text
}
