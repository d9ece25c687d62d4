package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// links are the resources that it is connected to, both ways, each a row to go
// to, and where these were looked for.
func (s *instance) links(width int) []pageLine {
	switch {
	case s.connected == nil && s.about == nil:
		return nil
	case s.connected == nil:
		return plain(signed(frame.SignWorks, "being looked for"))
	}
	var lines []pageLine
	name := nameWidth(s.connected)
	for _, l := range s.connected.To {
		lines = append(lines, pageLine{id: linkID(l, "to"), line: linkRow(s.sh.mode, l, leadsBy(l), name, width)})
	}
	if len(lines) == 0 {
		lines = plain(frame.Text("leads to nothing else by its type"))
	}
	switch {
	case len(s.connected.From) > 0:
		lines = append(lines, plain(frame.Text("used by"))...)
	case len(s.connected.Looked) > 0:
		lines = append(lines, plain(frame.Text("used by none that is known"))...)
	}
	for _, l := range s.connected.From {
		lines = append(lines, pageLine{id: linkID(l, "from"), line: linkRow(s.sh.mode, l, pointsBy(l), name, width)})
	}
	if s.unshown > 0 {
		lines = append(lines, plain(frame.Text(widget.Count(s.unshown)+" more"))...)
	}
	if where := lookedWhere(s.connected); where != "" {
		for _, t := range wrapped(where, width-frame.Margin) {
			row := frame.Text(t)
			row.Faint = true
			lines = append(lines, pageLine{line: row})
		}
	}
	return lines
}

func linkID(l model.Link, way string) string {
	id := linkMark + way + " " + l.Type + " " + l.Title
	if l.Found != nil && l.Found.Provider != nil {
		id += "\x00" + l.Found.Provider.Name
	}
	return id
}

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

// linkRow is a connection: the type, the title, and why there is one, which gives
// way to the title.
func linkRow(m frame.Mode, l model.Link, why safe.Text, name, width int) frame.Row {
	name = max(name, min(len(l.Type), 18))
	from := frame.Margin + name + 2
	room, title := width-from, safe.Clean(l.Title)
	why = why.Cut(max(room/3, room-2-title.Width()), m.Ellipsis())
	return frame.Row{Evidence: why, Cells: []frame.Cell{
		{At: frame.Slot{Col: frame.Margin, Width: name}, Text: safe.Clean(l.Type)},
		{At: frame.Slot{Col: from, Width: max(1, room-2-why.Width()), Middle: true}, Text: title},
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

// pointsBy says by which of its values another one leads here.
func pointsBy(l model.Link) safe.Text {
	switch {
	case l.Via == "":
		return safe.Clean("auto" + l.Kind.String())
	case l.Found.Known(l.Via) && l.Value != "":
		return safe.Clean(l.Via + " " + l.Value)
	}
	return safe.Clean("its " + l.Via)
}

// lookedWhere says in how many instances of which types what leads here was
// looked for, and of which types not all are known.
func lookedWhere(c *model.Connections) safe.Text {
	var all, part []string
	for _, l := range c.Looked {
		n := string(widget.Count(l.N))
		switch {
		case l.All:
			all = append(all, l.Type.Name+" ("+n+")")
		case l.Type.NotListable != "" && l.N > 0:
			part = append(part, l.Type.Name+" ("+l.Type.NotListable+", "+n+" seen)")
		case l.Type.NotListable != "":
			part = append(part, l.Type.Name+" ("+l.Type.NotListable+")")
		case l.Nobody:
			part = append(part, l.Type.Name+" (no provider)")
		default:
			part = append(part, l.Type.Name+" (not all read)")
		}
	}
	text := ""
	if len(all) > 0 {
		text = "looked at " + strings.Join(all, ", ")
	}
	if len(part) > 0 {
		if text != "" {
			text += "; "
		}
		text += "not at all of " + strings.Join(part, ", ")
	}
	return safe.Clean(text)
}

// linkOf is the connection that a row stands for.
func (s *instance) linkOf(id string) (model.Link, bool) {
	if !strings.HasPrefix(id, linkMark) || s.connected == nil {
		return model.Link{}, false
	}
	for _, l := range s.connected.To {
		if linkID(l, "to") == id {
			return l, true
		}
	}
	for _, l := range s.connected.From {
		if linkID(l, "from") == id {
			return l, true
		}
	}
	return model.Link{}, false
}

// follow goes to what an instance is connected to.
func (s *instance) follow(l model.Link) tea.Cmd {
	t, err := s.sh.session.Type(l.Type)
	if err != nil {
		return sayError(safe.Clean(err.Error()))
	}
	r := toInstance(t, l.Title, l.Found)
	r.named = false // it was come to from another resource
	return push(r)
}

// linkSummary are the connections in one line.
func (s *instance) linkSummary() safe.Text {
	var parts []string
	for _, l := range s.connected.To {
		parts = append(parts, l.Type+" "+l.Title)
	}
	for i, l := range s.connected.From {
		part := l.Type + " " + l.Title
		if i == 0 {
			part = "used by " + part
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "none that is known"
	}
	return safe.Clean(strings.Join(parts, "  "))
}
