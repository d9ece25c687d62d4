package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
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
	c, name, g := s.connected, nameWidth(s.connected), s.sh.mode.Glyphs()
	group := func(title safe.Text, of int) []pageLine {
		return plain(frame.Title(title, widget.Count(of), false))
	}
	var lines []pageLine
	if len(c.To) > 0 {
		lines = group("it points at", len(c.To))
	}
	for _, l := range c.To {
		lines = append(lines, pageLine{id: linkID(l, "to"), line: linkRow(s.sh.mode, g.To, l, leadsBy(l), name, width)})
	}
	if len(lines) == 0 {
		lines = plain(proseRows("It points at nothing else, by its type.", width)...)
	}
	switch {
	case len(c.From) > 0:
		lines = append(append(lines, plain(nil)...), group("points at it", len(c.From)+s.unshown)...)
	case len(c.Looked) > 0:
		lines = append(lines, plain(append([]frame.Line{nil}, proseRows("Nothing that is known points at it.", width)...)...)...)
	}
	for _, l := range c.From {
		lines = append(lines, pageLine{id: linkID(l, "from"), line: linkRow(s.sh.mode, g.From, l, pointsBy(l), name, width)})
	}
	if s.unshown > 0 {
		lines = append(lines, plain(mutedRows(widget.Count(s.unshown)+" more", width)...)...)
	}
	if where := lookedWhere(c); where != "" {
		lines = append(append(lines, plain(nil)...), plain(mutedRows(where, width)...)...)
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
