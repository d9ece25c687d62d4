package kit

import (
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Rows of panes in which no row has a cursor: sentences, values with a label,
// links, and acts.

// ProseRows wraps a sentence into as many rows as it needs.
func ProseRows(t safe.Text, width int) []frame.Line {
	var rows []frame.Line
	for _, part := range Wrap(t, width-1) {
		rows = append(rows, frame.Prose(part))
	}
	return rows
}

// MutedRows wraps a sentence that is an explanation.
func MutedRows(t safe.Text, width int) []frame.Line {
	rows := ProseRows(t, width)
	for i := range rows {
		row := rows[i].(frame.Row)
		row.Muted = true
		rows[i] = row
	}
	return rows
}

// SignedRows wraps a sentence with its sign before the first row.
func SignedRows(sign frame.Sign, t safe.Text, width int) []frame.Line {
	var rows []frame.Line
	for i, part := range Wrap(t, width-frame.ProseMargin-1) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: part}}}
		if i == 0 {
			row.Sign = sign
		}
		rows = append(rows, row)
	}
	return rows
}

// LabelledRows formats a value after a muted label in at most most rows. The
// last row of a longer value is cut.
func LabelledRows(label, text safe.Text, style theme.Token, at, width, most int) []frame.Line {
	var rows []frame.Line
	room := max(1, width-at-1)
	parts := Wrap(text.Cut((most+1)*room, safe.Ellipsis), room)
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

// Badges returns a row of words on tints, side by side.
func Badges(words ...frame.Span) frame.Row {
	row := frame.Row{Prose: true}
	col := 1
	for _, w := range words {
		width := w.Text.Width() + 2
		row.Cells = append(row.Cells, frame.Cell{At: frame.Slot{Col: col, Width: width}, Text: w.Text, Style: w.Style})
		col += width + 1
	}
	return row
}

// BadgeRows wraps a sentence that begins with a badge.
func BadgeRows(badge safe.Text, style theme.Token, text safe.Text, width int) []frame.Line {
	const sides = 2
	held := safe.Clean(strings.Repeat("x", badge.Width()+sides)) // reserves the width of the badge while the words are wrapped
	parts := Wrap(held+" "+text, width-1)
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

// ActRows formats an act without cutting it: a command as lines that a shell
// reads as a single command, other acts as a sentence.
func ActRows(d *transaction.ActResult, width int) []frame.Line {
	const at = frame.ProseMargin
	if !d.IsCommand() {
		return ProseRows(words.Act(d), width)
	}
	var rows []frame.Line
	for i, part := range commandParts(string(words.Bare(d)), width-at-1) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(at), Text: part}}}
		if i == 0 {
			row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 1, Width: 1}, Text: "$", Style: theme.Accent}}, row.Cells...)
		}
		rows = append(rows, row)
	}
	return rows
}

// NameWidth returns the width of the column of type names. Longer names move
// their titles to the right.
func NameWidth(c *model.Connections) int {
	const least, most = 5, 9
	n := least
	for _, l := range slices.Concat(c.To, c.From) {
		if len(l.Type) <= most {
			n = max(n, len(l.Type))
		}
	}
	return n
}

// LinkRow formats a link: its direction, the type, the title, and its reason,
// which is cut before the title.
func LinkRow(m frame.Mode, arrow string, l model.Link, why safe.Text, name, width int) frame.Row {
	mark := safe.Clean(arrow)
	kind := 1 + mark.Width() + 1
	name = max(name, min(len(l.Type), 18))
	from := kind + name + 1
	room, title := width-from, safe.Clean(l.Title)
	why = why.Cut(max(room/3, room-2-title.Width()), m.Ellipsis())
	return frame.Row{Prose: true, Evidence: why, Cells: []frame.Cell{
		{At: frame.Slot{Col: 1, Width: mark.Width()}, Text: mark, Style: theme.Accent},
		{At: frame.Slot{Col: kind, Width: name}, Text: safe.Clean(l.Type), Style: theme.Muted},
		{At: frame.Slot{Col: from, Width: max(1, room-2-why.Width()), Middle: true}, Text: title, Style: theme.Name},
	}}
}

// LeadsBy returns why the instance links to another instance, and the state of
// that instance.
func LeadsBy(l model.Link) safe.Text {
	text := "auto" + l.Kind.String()
	switch {
	case l.Via != "":
		text = "its " + l.Via
	case l.Kind == ral.Mention:
		text = "named in it"
	}
	switch {
	case l.Resolved && l.Found == nil:
		text += ", does not exist"
	case l.Found != nil && l.Found.Type.NotListable != "" && l.Found.Type.Columns[0] != "":
		if state := ShownValue(l.Found, l.Found.Type.Columns[0]); state != "" {
			text += ", " + state
		}
	}
	return safe.Clean(text)
}

// WholeRows wraps a text after the margin into as many rows as it needs, with a
// sign before the first.
func WholeRows(sign frame.Sign, t safe.Text, width int) []frame.Line {
	var lines []frame.Line
	for _, part := range Wrap(t, width-frame.Margin) {
		lines = append(lines, SignedRow(sign, part))
		sign = frame.NoSign
	}
	return lines
}

// AppendAiry adds a blank line between two parts if airy is true.
func AppendAiry(lines []frame.Line, airy bool) []frame.Line {
	if airy {
		return append(lines, nil)
	}
	return lines
}

// BecomesRows formats a current and a desired value: "/bin/sh → /bin/bash", in
// several rows if they do not fit in a row.
func BecomesRows(label, is, should, arrow safe.Text, at, width int) []frame.Line {
	const most = 3
	if is == "" {
		return LabelledRows(label, should, theme.Change, at, width, most)
	}
	if at+is.Width()+should.Width()+arrow.Width()+3 > width {
		return append(LabelledRows(label, is, theme.Text, at, width, most), LabelledRows("", arrow+" "+should, theme.Change, at, width, most)...)
	}
	return []frame.Line{frame.Row{Prose: true, Cells: []frame.Cell{
		{At: frame.Slot{Col: frame.ProseMargin, Width: at - frame.ProseMargin - 1}, Text: label, Style: theme.Muted},
		{At: frame.At(at), Text: is, Style: theme.Name, More: []frame.Span{{Text: " " + arrow + " ", Style: theme.Muted}, {Text: should, Style: theme.Change}}},
	}}}
}

// PointsBy returns which value of another instance links to this instance.
func PointsBy(l model.Link) safe.Text {
	switch {
	case l.Via == "":
		return safe.Clean("auto" + l.Kind.String())
	case l.Found.Known(l.Via) && l.Value != "":
		return safe.Clean(l.Via + " " + l.Value)
	}
	return safe.Clean("its " + l.Via)
}

// LackingCount counts the attributes whose features a provider lacks.
func LackingCount(n int, one, many safe.Text, p *ral.Provider) safe.Text {
	return words.CountOf(n, one, many) + " not supported by " + safe.Clean(p.Name)
}

// SameCause returns an earlier property that could not be read for the same reason, or
// nil. A reason is shown once.
func SameCause(inst *ral.Instance, a *ral.Attribute) *ral.Attribute {
	if inst == nil || a.Kind != ral.Property || !inst.Get(a.Name).IsUnknown() {
		return nil
	}
	for _, other := range inst.Type.Properties() {
		if other == a {
			break
		}
		if is := inst.Get(other.Name); is.IsUnknown() && is.Reason() == inst.Get(a.Name).Reason() {
			return other
		}
	}
	return nil
}

// AsAbove refers to the property at which the reason is shown.
func AsAbove(first *ral.Attribute) safe.Text { return "see " + safe.Clean(first.Name) }

// MaxLinks is the maximum number of shown links to an instance.
const MaxLinks = 200
