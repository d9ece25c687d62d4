package instance

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// attribute returns the attribute under the cursor.
func (s *Screen) attribute() *ral.Attribute { return s.typ.Attr(kit.RowOwner(s.page.ID())) }

// description returns the documentation of an attribute, and its allowed values,
// features and example.
func (s *Screen) description(a *ral.Attribute) (doc safe.Text, facts [][2]safe.Text) {
	put := func(name, text string) {
		if text != "" {
			facts = append(facts, [2]safe.Text{safe.Clean(name), safe.Clean(text)})
		}
	}
	put("values", strings.Join(kit.AllowedWords(a, s.by()), "  "))
	put("example", a.Example)
	if len(a.Features) > 0 {
		needs := strings.Join(a.Features, ", ")
		if s.found != nil && s.found.Provider != nil && len(s.lacks(a)) == 0 {
			needs += ": " + s.found.Provider.Name + " supports it"
		}
		put("needs", needs)
	}
	if a.Sensitive {
		put("secret", "not shown, logged or copied")
	}
	return safe.Clean(kit.Paragraph(a.Doc)), facts
}

// rightPanes returns the pane about the attribute under the cursor and the
// provider, and the pane of links below it.
func (s *Screen) rightPanes(width, height int) (docs, connected []frame.Line) {
	docs = []frame.Line{frame.Title(safe.Clean(s.typ.Name+" "+s.title), "", false)}
	airy := height >= frame.AiryHeight-8
	if a := s.attribute(); a != nil {
		head := frame.Title(safe.Clean(a.Name), "", false)
		head.Sub = safe.Clean(a.Kind.String())
		docs[0] = head
		docs = kit.AppendAiry(docs, airy)
		doc, facts := s.description(a)
		docs = append(docs, shortened(kit.ProseRows(doc, width), 6)...)
		if len(facts) > 0 {
			docs = kit.AppendAiry(docs, airy)
		}
		const at = 11
		for _, f := range facts {
			for i, t := range kit.Wrap(f[1], width-at-1) {
				row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(at), Text: t}}}
				if i == 0 {
					row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 1, Width: at - 2}, Text: f[0], Style: theme.Muted}}, row.Cells...)
				}
				docs = append(docs, row)
			}
		}
	}
	if s.about == nil || s.found == nil {
		return docs, nil
	}
	for _, text := range s.found.Findings() {
		docs = append(kit.AppendAiry(docs, airy), kit.SignedRows(frame.SignNeeds, safe.Clean(text), width)...)
	}
	docs = kit.AppendAiry(docs, airy)
	docs = append(docs, frame.Title("provider", s.sh.Spell("{why} explain"), false))
	docs = append(docs, kit.ProseRows(s.managed(), width)...)
	if why := s.sh.Session.User.Refused(s.found.Provider); why != "" {
		docs = append(docs, kit.SignedRows(frame.SignCannot, "To change it: "+safe.Clean(why)+".", width)...)
	}
	s.right.Set(s.links(width))
	const least = 5 // minimum rows of links, with the border of their pane
	docs = docs[:min(len(docs), max(1, height-2-least))]
	head := frame.Title("relationships", s.sh.Spell("{next-pane}, then {open} follow"), s.atLinks)
	if s.atLinks {
		head.Evidence = s.sh.Spell("{open} follow")
	}
	room := height - len(docs) - 2
	top := kit.AppendAiry(nil, airy && room > len(s.right.Lines))
	room -= len(top)
	seen := s.right.Window(room, true)
	if rows := s.right.Rows(); rows != "" {
		head.Evidence = rows
	}
	connected = append(append([]frame.Line{head.Scrolled(s.right.Scroll())}, top...), seen...)
	return docs, connected
}

// shortened returns at most most lines of a text.
func shortened(lines []frame.Line, most int) []frame.Line { return lines[:min(len(lines), most)] }

// findings returns the findings about the instance.
func (s *resource) findings(width int) []frame.Line {
	if s.found == nil {
		return nil
	}
	var lines []frame.Line
	for _, text := range s.found.Findings() {
		lines = append(lines, kit.WholeRows(frame.SignNeeds, safe.Clean(text), width)...)
	}
	return lines
}

// managed returns the provider of the resource, and how many other providers
// list it.
func (s *resource) managed() safe.Text {
	if s.found == nil || s.found.Provider == nil {
		return "not chosen yet"
	}
	el := s.about.choice.Election
	text := safe.Clean(s.found.Provider.Name)
	switch {
	case el.Winner == s.found.Provider && el.Rule == onhost.OnlyOne:
		text += ", the only suitable provider of " + words.Count(len(el.Candidates))
	case el.Winner == s.found.Provider:
		text += ", the default"
	case el.Winner != nil:
		text += "; the default is " + safe.Clean(el.Winner.Name)
	}
	if n := s.knownTo(); n > 1 {
		text += ". Listed by " + words.CountOf(n, "provider") + s.sh.Spell("; {side-by-side} shows them side by side.")
	}
	return text
}

// foot returns a short form of the right pane, if it does not fit.
func (s *Screen) foot(width, height int) frame.Foot {
	a := s.attribute()
	if a == nil || height < frame.FootHeight {
		return frame.Foot{}
	}
	doc, facts := s.description(a)
	lines := []frame.Line{frame.Title(safe.Clean(a.Name), safe.Clean(a.Kind.String()), false)}
	lines = append(lines, kit.RowsOf(doc, width, 2)...)
	lines = append(lines, s.findings(width)...)
	if s.found != nil {
		lines = append(lines, kit.RefusedRows(s.sh, s.found.Provider, width)...)
	}
	var text safe.Text
	for i, f := range facts {
		if i > 0 {
			text += "; "
		}
		text += f[0] + " " + f[1]
	}
	lines = append(lines, kit.RowsOf(text, width, 1)...)
	if s.connected != nil && !s.linksSeen(frame.Arrange(width, height, frame.Foot{Lines: lines})) {
		last := frame.FootRows - 2
		lines = append(lines[:min(len(lines), last)], frame.Title("relationships", s.sh.Spell("{next-pane} show"), false), frame.Text(s.linkSummary()))
	}
	return frame.Foot{Lines: lines}
}

// linksSeen reports whether the links are visible on a screen with a single
// pane.
func (s *Screen) linksSeen(rooms frame.Layout) bool {
	page := s.page // a copy, because Window changes it
	page.Window(rooms.Body-1, true)
	seen := page.Lines[page.Top:min(len(page.Lines), page.Top+page.Height)]
	return slices.ContainsFunc(seen, func(l kit.PageLine) bool { return strings.HasPrefix(l.ID, linkMark) })
}
