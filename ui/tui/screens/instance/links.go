package instance

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// links returns the linked resources in both directions, each as a row that can
// be opened, and where they were searched.
func (s *Screen) links(width int) []kit.PageLine {
	switch {
	case s.connected == nil && s.about == nil:
		return nil
	case s.connected == nil:
		return kit.PlainLines(kit.SignedRow(frame.SignWorks, "being searched"))
	}
	c, name, g := s.connected, kit.NameWidth(s.connected), s.sh.Mode.Glyphs()
	group := func(title safe.Text, of int) []kit.PageLine {
		return kit.PlainLines(frame.Title(title, words.Count(of), false))
	}
	var lines []kit.PageLine
	if len(c.To) > 0 {
		lines = group("refers to", len(c.To))
	}
	for _, l := range c.To {
		lines = append(lines, kit.PageLine{ID: linkID(l, "to"), Line: kit.LinkRow(s.sh.Mode, g.To, l, kit.LeadsBy(l), name, width)})
	}
	if len(lines) == 0 {
		lines = kit.PlainLines(kit.ProseRows("A resource of this type refers to no other resource.", width)...)
	}
	switch {
	case len(c.From) > 0:
		lines = append(append(lines, kit.PlainLines(nil)...), group("referenced by", len(c.From)+s.unshown)...)
	case len(c.Searched) > 0:
		lines = append(lines, kit.PlainLines(append([]frame.Line{nil}, kit.ProseRows("No known resource refers to it.", width)...)...)...)
	}
	for _, l := range c.From {
		lines = append(lines, kit.PageLine{ID: linkID(l, "from"), Line: kit.LinkRow(s.sh.Mode, g.From, l, kit.PointsBy(l), name, width)})
	}
	if s.unshown > 0 {
		lines = append(lines, kit.PlainLines(kit.MutedRows(words.Count(s.unshown)+" more", width)...)...)
	}
	if where := searchedWhere(c); where != "" {
		lines = append(append(lines, kit.PlainLines(nil)...), kit.PlainLines(kit.MutedRows(where, width)...)...)
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

// searchedWhere reports which types were searched for links, each with its number
// of instances, and which types are not completely known.
func searchedWhere(c *model.Connections) safe.Text {
	var all, part []string
	for _, l := range c.Searched {
		n := string(words.Count(l.N))
		switch {
		case l.All:
			all = append(all, l.Type.Name+" ("+n+")")
		case l.Type.NotListable != "" && l.N > 0:
			part = append(part, l.Type.Name+" ("+l.Type.NotListable+", "+n+" seen)")
		case l.Type.NotListable != "":
			part = append(part, l.Type.Name+" ("+l.Type.NotListable+")")
		case l.NoProvider:
			part = append(part, l.Type.Name+" (no provider)")
		default:
			part = append(part, l.Type.Name+" (not all read)")
		}
	}
	text := ""
	if len(all) > 0 {
		text = "searched " + strings.Join(all, ", ")
	}
	if len(part) > 0 {
		if text != "" {
			text += "; "
		}
		text += "incomplete: " + strings.Join(part, ", ")
	}
	return safe.Clean(text)
}

func (s *Screen) linkOf(id string) (model.Link, bool) {
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

// follow opens a linked instance.
func (s *Screen) follow(l model.Link) tea.Cmd {
	t, err := s.sh.Session.Type(l.Type)
	if err != nil {
		return kit.SayError(safe.Clean(err.Error()))
	}
	r := kit.ToInstance(t, l.Title, l.Found)
	r.Named = false // opened from another resource
	return kit.Push(r)
}

func (s *Screen) linkSummary() safe.Text {
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
		return "none known"
	}
	return safe.Clean(strings.Join(parts, "  "))
}

// neighbours returns the types to which an instance can link, and the types
// with instances that can link to it.
func (s *resource) neighbours() []*ral.Type {
	list := s.sh.Session.Links.PointingAt(s.typ)
	for _, rel := range s.typ.Relations {
		if t := s.sh.Session.Env.Registry.Type(rel.Type); t != nil && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// wantNeighbours lists the neighbours that were not listed since the last
// change of the host. If again is set, it also lists the other neighbours
// again.
func (s *Screen) wantNeighbours(again bool) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range s.neighbours() {
		if l := s.sh.Listings.Of(t); t.NotListable == "" && (l.Stage == listings.StageWaiting || again && !l.Busy()) {
			cmds = append(cmds, s.sh.Begin(l))
		}
	}
	return tea.Batch(cmds...)
}

// relate searches the known neighbours for links of the instance. It cancels a
// running search.
func (s *Screen) relate() tea.Cmd {
	if s.found == nil || !s.found.Present() {
		s.connected = &model.Connections{}
		return nil
	}
	known := make(map[string]model.KnownInstances)
	for _, t := range s.neighbours() {
		known[t.Name] = s.sh.Listings.Known(t)
	}
	session, found := s.sh.Session, s.found
	return s.relates.Start(s.sh, func(ctx context.Context) model.Connections { return session.Links.Of(ctx, found, known) })
}

func (s *Screen) takeRelated(connections model.Connections) {
	s.connected, s.unshown = &connections, 0
	slices.SortStableFunc(s.connected.From, kit.LinksByName)
	if n := len(s.connected.From); n > kit.MaxLinks {
		s.connected.From, s.unshown = s.connected.From[:kit.MaxLinks], n-kit.MaxLinks
	}
	for _, l := range connections.To {
		if l.Found != nil && l.Found.Type.NotListable != "" {
			s.sh.Listings.See(l.Found)
		}
	}
}
