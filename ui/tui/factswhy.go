package tui

import (
	"strings"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// whyFact tells of a row where its value is from, how long it took, who looks at
// it, and which resolutions were asked, in their order, and why each did not win.
func (s *factsScreen) whyFact(n factNode) *menu {
	switch {
	case n.trouble != nil:
		return newFault(s.sh, n.trouble)
	case n.fact == nil:
		return newChoose(s.sh, "why this value", safe.Clean(n.id()), nil, "", option{"back", "it is still being read", back})
	}
	var options []option
	for _, a := range n.fact.Tried {
		options = append(options, option{safe.Clean(a.Outcome.String()), attempted(a), back})
	}
	if len(options) == 0 {
		options = []option{{"back", "", back}}
	}
	before := []safe.Text{s.about(n)}
	if who := s.lookersText(n.id()); who != "" {
		before = append(before, "looked at by  "+who)
	}
	if old := facts.LegacyNames(n.id()); len(old) > 0 {
		before = append(before, "old names  "+safe.Clean(strings.Join(old, " ")))
	}
	for _, l := range n.fact.Absent {
		if n.leaf == nil && strings.HasPrefix(l.Name, n.id()+".") {
			before = append(before, safe.Clean(l.Name+" is not there: "+l.Err.Error()))
		}
	}
	before = append(before, "", "from the heaviest to the lightest; the first value wins")
	title := "resolutions of " + safe.Clean(n.fact.Name)
	if n.id() != n.fact.Name {
		title = safe.Clean(n.id()) + " and the " + title
	}
	return newChoose(s.sh, "why this value", title, before, "", options...)
}

func attempted(a facts.Attempt) safe.Text {
	text := "weight " + widget.Count(a.Weight) + ", " + safe.Clean(a.Label())
	if a.Outcome != facts.NotAsked {
		text += ", " + widget.Took(a.Elapsed)
	}
	if a.Why != "" {
		text += ": " + safe.Clean(a.Why)
	}
	return text
}

// newFault tells of a file what is wrong with it, and what it gave all the same.
func newFault(sh *shared, s *facts.Source) *menu {
	before := []safe.Text{safe.Clean(s.Error())}
	for _, note := range s.Notes {
		before = append(before, safe.Clean(note))
	}
	if len(s.Names) > 0 {
		before = append(before, safe.Clean("it gave "+strings.Join(s.Names, ", ")))
	}
	if s.What != "" {
		before = append(before, safe.Clean(s.What)+", "+widget.Took(s.Elapsed))
	}
	return newChoose(sh, "why this value", safe.Clean(s.Path), before, "", option{"back", "", back})
}
