package hostdiff

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
)

// sideBySide is the width from which on both values are in columns.
const sideBySide = 46

// mostRows limits the rows of a value.
const mostRows = 8

// valueRows returns the properties of the row under the cursor, or the
// knowledge about its type.
func (s *Screen) valueRows(width, room int) []frame.Line {
	cells := frame.BoxWidth(width)
	s.pane.Focus = s.focus == valuesColumn
	it := s.item()
	if it == nil || s.focus == typesColumn {
		g := s.group()
		lines := []frame.Line{frame.Title(brief(g.name()), "", false)}
		for _, text := range s.explained(g) {
			lines = append(lines, kit.ProseRows(text, cells)...)
		}
		return s.pane.Window(append(lines, s.markedRows(cells)...), room)
	}
	s.values.take(it.Row)
	lines := []frame.Line{frame.Title(it.title, it.note(), false)}
	if it.Provider != "" {
		lines = append(lines, kit.MutedRows("by "+brief(it.Provider), cells)...)
	}
	if it.Why != "" {
		lines = append(lines, kit.SignedRows(frame.SignUnknown, brief(it.Why), cells)...)
	}
	if cells >= sideBySide {
		return s.pane.Window(append(lines, s.values.sides(cells)...), room)
	}
	return s.pane.Window(append(lines, s.values.stacked(cells)...), room)
}

// markedRows lists the marked rows, and where they would be staged.
func (s *Screen) markedRows(width int) []frame.Line {
	if len(s.marked) == 0 {
		return nil
	}
	lines := []frame.Line{nil, frame.Title("drafts for "+safe.Clean(s.sides[1].Name), "", false)}
	const most = 100
	for _, it := range s.can {
		if s.marked[it.Row] && len(lines) < most {
			lines = append(lines, kit.SignedRows(frame.Sign(it.Sign), brief(it.Ref()), width)...)
		}
	}
	return lines
}

// sides returns the properties with both values side by side.
func (v *values) sides(width int) []frame.Line {
	columns := []frame.Column{{Title: "", Min: 12, Ideal: 18}, {Title: "A", Min: 12, Grow: 1}, {Title: "B", Min: 12, Grow: 1}}
	slots := frame.Columns(columns, width-frame.ProseMargin+frame.Margin, 0)
	for i := range slots {
		slots[i].Col += frame.ProseMargin - frame.Margin
	}
	lines := []frame.Line{frame.Titles(columns, slots, false)}
	for _, c := range v.list {
		if c.why != "" {
			lines = append(lines, kit.SignedRows(c.sign, c.property+": "+c.why, width)...)
			continue
		}
		a, b, names := wrapped(c.a, slots[1]), wrapped(c.b, slots[2]), wrapped(c.property, slots[0])
		for i := range max(len(a), len(b), len(names)) {
			row := frame.Row{Prose: true}
			if i == 0 {
				row.Sign = c.sign
			}
			row.Cells = append(row.Cells, cell(slots[0], names, i, theme.Muted)...)
			row.Cells = append(row.Cells, cell(slots[1], a, i, c.style(c.a))...)
			row.Cells = append(row.Cells, cell(slots[2], b, i, c.style(c.b))...)
			lines = append(lines, row)
		}
		lines = append(lines, c.difference(width)...)
	}
	return lines
}

// difference returns the lines that differ, of texts with several lines.
func (c shownChange) difference(width int) (lines []frame.Line) {
	if c.note != "" {
		lines = append(lines, kit.MutedRows(c.note, width)...)
	}
	numbers := plantext.LineNumbers(c.hunks)
	at := frame.ProseMargin + 2 + numbers
	for _, h := range c.hunks {
		lines = append(lines, kit.MutedRows(h.Head, width)...)
		for _, line := range h.Lines {
			if line.Marked() {
				continue
			}
			for _, part := range line.Lines(width-at, mostRows) {
				lines = append(lines, frame.Row{Cells: part.Cells(at, numbers)})
			}
		}
	}
	return lines
}

func wrapped(t safe.Text, at frame.Slot) []safe.Text {
	return kit.Wrap(t.Cut(mostRows*at.Width, safe.Ellipsis), at.Width)
}

// cell returns a row of a text, or no cell after its end.
func cell(at frame.Slot, rows []safe.Text, i int, style theme.Token) []frame.Cell {
	if i >= len(rows) {
		return nil
	}
	return []frame.Cell{{At: at, Text: rows[i], Style: style}}
}

// stacked returns the properties with the values below each other.
func (v *values) stacked(width int) []frame.Line {
	const at = frame.ProseMargin + 2
	var lines []frame.Line
	for _, c := range v.list {
		text := c.property
		if c.why != "" {
			text += ": " + c.why
		}
		if c.class != "" {
			text += " (" + c.class + ")"
		}
		lines = append(lines, kit.SignedRows(c.sign, text, width)...)
		if c.why == "" {
			lines = append(lines, kit.LabelledRows("A", c.a, c.style(c.a), at, width, mostRows)...)
			lines = append(lines, kit.LabelledRows("B", c.b, c.style(c.b), at, width, mostRows)...)
			lines = append(lines, c.difference(width)...)
		}
	}
	return lines
}

// style returns the style of a value: neither of two that differ is wrong.
func (c shownChange) style(value safe.Text) theme.Token {
	switch {
	case value == "-":
		return theme.Dim
	case c.sign == frame.SignChanges:
		return theme.Change
	}
	return theme.Text
}
