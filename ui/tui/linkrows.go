package tui

import (
	"slices"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// nameWidth is how wide the names of the types are; the few long ones push their
// own titles to the right.
func nameWidth(c *model.Connections) int {
	const least, most = 5, 9
	n := least
	for _, l := range slices.Concat(c.To, c.From) {
		if len(l.Type) <= most {
			n = max(n, len(l.Type))
		}
	}
	return n
}

// linkRow is a connection: the way it goes, the type, the title, and why there is
// one, which gives way to the title.
func linkRow(m frame.Mode, arrow string, l model.Link, why safe.Text, name, width int) frame.Row {
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

// leadsBy says why the instance leads to another, and what that is.
func leadsBy(l model.Link) safe.Text {
	text := "auto" + l.Kind.String()
	switch {
	case l.Via != "":
		text = "its " + l.Via
	case l.Kind == ral.Mention:
		text = "named by it"
	}
	switch {
	case l.Resolved && l.Found == nil:
		text += ", not there"
	case l.Found != nil && l.Found.Type.NotListable != "" && l.Found.Type.Columns[0] != "":
		if state := shown(l.Found, l.Found.Type.Columns[0]); state != "" {
			text += ", " + state
		}
	}
	return safe.Clean(text)
}

// findingRows is a finding with its sign, over as many rows as it takes.
func findingRows(text string, width int) []frame.Line {
	var lines []frame.Line
	for i, t := range wrapped(safe.Clean(text), width-frame.Margin) {
		sign := frame.NoSign
		if i == 0 {
			sign = frame.SignNeeds
		}
		lines = append(lines, signed(sign, t))
	}
	return lines
}
