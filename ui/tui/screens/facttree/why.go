package facttree

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// factUser is a type with the providers that use a fact.
type factUser struct {
	typ       *ral.Type
	providers []string
}

// users returns the providers with tests or defaults that use a fact.
func (s *Screen) users(name string) []factUser {
	var list []factUser
	for _, t := range s.Sh.Session.Types() {
		var names []string
		for _, p := range t.Providers() {
			if slices.Contains(p.FactNames(), name) {
				names = append(names, p.Name)
			}
		}
		if len(names) > 0 {
			list = append(list, factUser{t, names})
		}
	}
	return list
}

func (s *Screen) usersText(name string) safe.Text {
	var parts []string
	for _, l := range s.users(name) {
		parts = append(parts, l.typ.Name+": "+strings.Join(l.providers, " "))
	}
	return safe.Clean(strings.Join(parts, "   "))
}

// goToUsers opens the providers that use a fact. The user selects a type if
// there are several.
func (s *Screen) goToUsers(name string) tea.Cmd {
	list := s.users(name)
	open := func(l factUser) tea.Cmd {
		return kit.Push(kit.Route{Kind: kit.RouteProviders, Typ: l.typ.Name, Provider: l.providers[0]})
	}
	switch len(list) {
	case 0:
		return kit.Say("no provider uses this fact")
	case 1:
		return open(list[0])
	}
	var options []kit.Option
	for _, l := range list {
		options = append(options, kit.Option{Name: safe.Clean(l.typ.Name), What: safe.Clean(strings.Join(l.providers, " ")), Do: func() tea.Cmd {
			return tea.Sequence(kit.Pop(1), open(l))
		}})
	}
	return kit.ShowMenu(kit.NewMenu(s.Sh, "used by", "types with providers that use "+safe.Clean(name), nil, "", options...))
}

// query returns the argument of ralsh facts for the row.
func (n factNode) query() string {
	if n.trouble != nil {
		return "--sources"
	}
	return n.id()
}

// whyFact explains a row: where its value was read, its duration, which
// providers use it, and which resolutions were tried, in order, and why each
// did not win.
func (s *Screen) whyFact(n factNode) *kit.Menu {
	switch {
	case n.trouble != nil:
		return newFault(s.Sh, n.trouble)
	case n.fact == nil:
		return kit.NewMenu(s.Sh, "why", safe.Clean(n.id()), nil, "", kit.Option{Name: "back", What: "the fact is still being read", Do: kit.Back})
	}
	var options []kit.Option
	for _, a := range n.fact.Tried {
		options = append(options, kit.Option{Name: safe.Clean(a.Outcome.String()), What: attempted(a), Do: kit.Back})
	}
	if len(options) == 0 {
		options = []kit.Option{{Name: "back", What: "", Do: kit.Back}}
	}
	before := []safe.Text{s.about(n)}
	if who := s.usersText(n.id()); who != "" {
		before = append(before, "used by  "+who)
	}
	if old := facts.LegacyNames(n.id()); len(old) > 0 {
		before = append(before, "legacy names  "+safe.Clean(strings.Join(old, " ")))
	}
	for _, l := range n.fact.Absent {
		if n.leaf == nil && strings.HasPrefix(l.Name, n.id()+".") {
			before = append(before, safe.Clean(l.Name+" has no value: "+l.Err.Error()))
		}
	}
	before = append(before, "", "sorted by weight; the first value wins")
	title := "resolutions of " + safe.Clean(n.fact.Name)
	if n.id() != n.fact.Name {
		title = safe.Clean(n.id()) + " and the " + title
	}
	return kit.NewMenu(s.Sh, "why", title, before, "", options...)
}

func attempted(a facts.Attempt) safe.Text {
	text := "weight " + words.Count(a.Weight) + ", " + safe.Clean(a.Label())
	if a.Outcome != facts.NotResolved {
		text += ", " + words.Took(a.Elapsed)
	}
	if a.Why != "" {
		text += ": " + safe.Clean(a.Why)
	}
	return text
}

// newFault describes the error of a file, and the facts that it provides
// anyway.
func newFault(sh *kit.Shared, s *facts.Source) *kit.Menu {
	before := []safe.Text{safe.Clean(s.Error())}
	for _, note := range s.Notes {
		before = append(before, safe.Clean(note))
	}
	if len(s.Names) > 0 {
		before = append(before, safe.Clean("facts: "+strings.Join(s.Names, ", ")))
	}
	if s.What != "" {
		before = append(before, safe.Clean(s.What)+", "+words.Took(s.Elapsed))
	}
	return kit.NewMenu(sh, "why", safe.Clean(s.Path), before, "", kit.Option{Name: "back", What: "", Do: kit.Back})
}
