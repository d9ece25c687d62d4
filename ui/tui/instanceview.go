package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

func (s *instance) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	split := 0
	if rooms.Split && !s.zoom {
		split = rooms.Divide(75, s.shift)
	}
	pane := width
	if s.wide = split > 0; s.wide {
		pane = split
	}
	focus := !s.wide || !s.atLinks
	columns := s.columns()
	if s.zoom {
		columns[2].Ideal = 30
	}
	slots := frame.Columns(columns, pane, rooms.Columns)
	s.sheet.set(s.lines(slots, pane, split > 0))
	foot := frame.Foot{}
	if split == 0 {
		foot = s.foot(width, height)
		rooms = frame.Arrange(width, height, foot)
	}
	head := frame.Titles(columns, slots, focus)
	left := append([]frame.Line{head}, s.sheet.window(rooms.Body-1, focus)...)
	var right []frame.Line
	if split > 0 {
		right = s.beside(width-split, rooms.Body)
	}
	return frame.Content{
		Body: []frame.Block{{Left: left, Right: right, At: split}}, Foot: foot,
		Message: s.message(),
		Keys:    keyed("e edit|d difference|- remove|y copy|c command|r read again|R keep reading|w why"),
	}
}

func (s *instance) message() frame.Message {
	switch {
	case !s.busyAt.IsZero():
		return frame.Message{Text: "being read", Evidence: widget.Took(s.sh.now().Sub(s.busyAt))}
	case s.failed() != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(firstLine(s.failed().Error())) + "  w why", Evidence: widget.Took(s.took)}
	case s.found != nil && !s.found.Present():
		return frame.Message{Text: "absent. e sets what it should be", Evidence: widget.Took(s.took)}
	}
	n := 0
	for _, a := range s.typ.Properties() {
		if s.found != nil && s.found.Known(a.Name) {
			n++
		}
	}
	text := "read " + clock(s.readAt) + ", " + widget.CountOf(n, "property", "properties")
	if s.keep {
		text += ", keeps reading every 5 s"
	}
	return frame.Message{Text: text, Evidence: widget.Took(s.took)}
}

// open shows what is folded, follows a connection, or edits the attribute.
func (s *instance) open() tea.Cmd {
	id := s.sheet.id()
	if s.atLinks && s.wide {
		id = s.right.id()
	}
	if rest, ok := strings.CutPrefix(id, linkID); ok && s.about != nil {
		if i, err := strconv.Atoi(rest); err == nil && i < len(s.about.connected) {
			return s.follow(s.about.connected[i])
		}
	}
	if id == moreID {
		s.all = true
		return nil
	}
	s.zoom = !s.zoom
	return nil
}

func (s *instance) follow(l link) tea.Cmd {
	t, err := s.sh.session.Type(l.typ)
	if err != nil {
		return complain(safe.Clean(err.Error()))
	}
	return push(newInstance(s.sh, t, l.title, nil))
}

// nextPart goes to the connections beside and back; with one pane to the next
// head: parameters, connections, and round again.
func (s *instance) nextPart() {
	if s.wide {
		s.atLinks = !s.atLinks && s.about != nil && len(s.about.connected) > 0
		return
	}
	if s.zoom {
		s.zoom = false
		return
	}
	for i := s.sheet.at + 1; i < len(s.sheet.lines); i++ {
		if s.sheet.lines[i].id == "" {
			for s.sheet.at < i && s.sheet.step(1) {
			}
			return
		}
	}
	s.sheet.do(keys.MoveFirst)
}

// attribute is the one under the cursor.
func (s *instance) attribute() *ral.Attribute { return s.typ.Attr(s.sheet.id()) }

// about an attribute: its doc, and the values, features and example it has.
func (s *instance) told(a *ral.Attribute) (doc safe.Text, facts [][2]safe.Text) {
	put := func(name, text string) {
		if text != "" {
			facts = append(facts, [2]safe.Text{safe.Clean(name), safe.Clean(text)})
		}
	}
	literals, patterns := a.AllowedText()
	put("values", strings.Join(append(literals, patterns...), "  "))
	put("example", a.Example)
	if len(a.Features) > 0 {
		needs := strings.Join(a.Features, ", ")
		if s.found != nil && s.found.Provider != nil && len(s.lacks(a)) == 0 {
			needs += ": " + s.found.Provider.Name + " has it"
		}
		put("needs", needs)
	}
	if a.Sensitive {
		put("secret", "never shown, logged or copied")
	}
	return safe.Clean(paragraph(a.Doc)), facts
}

// beside is what goes with the attribute under the cursor, who manages the
// resource, and what it is connected to.
func (s *instance) beside(width, height int) []frame.Line {
	var lines []frame.Line
	if a := s.attribute(); a != nil {
		lines = append(lines, frame.Title(safe.Clean(a.Name), safe.Clean(a.Kind.String()), false))
		doc, facts := s.told(a)
		lines = append(lines, rowsOf(doc, width, 6)...)
		lines = append(lines, nil)
		for _, f := range facts {
			for i, t := range wrapped(f[1], width-14) {
				row := frame.Row{Cells: []frame.Cell{{At: frame.At(14), Text: t}}}
				if i == 0 {
					row.Cells = append([]frame.Cell{{At: frame.At(frame.Margin), Text: f[0], Look: frame.Faint}}, row.Cells...)
				}
				lines = append(lines, row)
			}
		}
		lines = append(lines, nil)
	}
	if s.about == nil {
		return lines
	}
	if odd := s.odd(width); len(odd) > 0 {
		lines = append(append(lines, odd...), nil)
	}
	lines = append(lines, frame.Title("managed by", "why: w", false))
	lines = append(lines, rowsOf(s.managed(), width, 3)...)
	if why := s.sh.session.Refused(s.found.Provider); why != "" {
		lines = append(lines, rowsOf("To change it: "+safe.Clean(why)+".", width, 2)...)
	}
	lines = append(lines, nil, frame.Title("connected", "tab, then enter", s.atLinks))
	if len(s.about.connected) == 0 {
		lines = append(lines, frame.Text("none by its type"))
	}
	s.right.set(s.links())
	if room := height - len(lines); room > 0 {
		lines = append(lines, s.right.window(room, s.atLinks)...)
	}
	return lines[:min(len(lines), height)]
}

// odd are the findings about the instance.
func (s *instance) odd(width int) []frame.Line {
	if s.typ.Findings == nil || s.found == nil {
		return nil
	}
	var lines []frame.Line
	for _, text := range s.typ.Findings(s.found) {
		lines = append(lines, findingRows(text, width)...)
	}
	return lines
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

// managed says which provider the resource is of, and who else knows it.
func (s *instance) managed() safe.Text {
	if s.found == nil || s.found.Provider == nil {
		return "nobody yet"
	}
	el := s.about.choice.Election
	text := safe.Clean(s.found.Provider.Name)
	switch {
	case el.Winner == s.found.Provider && el.Rule == ral.OnlyOne:
		text += ", the only suitable provider of " + widget.Count(len(el.Candidates))
	case el.Winner == s.found.Provider:
		text += ", the default"
	case el.Winner != nil:
		text += "; the default is " + safe.Clean(el.Winner.Name)
	}
	if n := s.knownTo(); n > 1 {
		text += ". Known to " + widget.CountOf(n, "provider") + "; v shows them side by side."
	}
	return text
}

// foot is the right pane in short, where there is none.
func (s *instance) foot(width, height int) frame.Foot {
	a := s.attribute()
	if a == nil || height < frame.FootHeight {
		return frame.Foot{}
	}
	doc, facts := s.told(a)
	lines := []frame.Line{frame.Title(safe.Clean(a.Name), safe.Clean(a.Kind.String()), false)}
	lines = append(lines, rowsOf(doc, width, 2)...)
	lines = append(lines, s.odd(width)...)
	var text safe.Text
	for i, f := range facts {
		if i > 0 {
			text += "; "
		}
		text += f[0] + " " + f[1]
	}
	lines = append(lines, rowsOf(text, width, 1)...)
	if s.about != nil {
		lines = append(lines, rowsOf("managed by "+s.managed(), width, 1)...)
	}
	return frame.Foot{Lines: lines}
}
