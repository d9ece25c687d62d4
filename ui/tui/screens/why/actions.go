package why

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	inTests := s.page || s.inTests
	if inTests && s.tests.Do(in) {
		return nil, true
	}
	if in == keys.Back && inTests && !s.Search.Typing() {
		s.toList()
		return nil, true
	}
	if kit.MoveList(s.List, in) || s.Search.Do(in) {
		s.tests = kit.Page{}
		return nil, true
	}
	return s.Browser.Do(in)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	inTests := s.page || s.inTests
	open, openHint, noOpen := kit.Sets(&s.page, true), safe.Text("show tests"), row
	if !s.narrow {
		openHint = "show all tests"
	}
	if inTests {
		openHint = kit.HintIf(s.folded, "show all tests")
	}
	if inTests && ok {
		open, noOpen = kit.Sets(&s.all, !s.all), kit.Unless(s.folded, "no row is folded here")
	}
	why := row
	if s.page && ok {
		why = kit.Because("this screen is the explanation")
	}
	pane, out := kit.Sets(&s.inTests, !s.inTests), kit.Back
	if s.page || s.narrow {
		pane = kit.Sets(&s.page, !s.page)
	}
	if inTests {
		out = kit.Does(s.toList)
	}
	border := kit.Unless(!s.page, string(s.Sh.Spell("only 1 pane is shown; {zoom} shows both")))
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: openHint, Disabled: noOpen, Do: open},
		{In: keys.NextPane, Also: keys.PreviousPane, Hint: "change pane", Disabled: row, Do: pane},
		{In: keys.Instances, Hint: "list instances", Do: func() tea.Cmd {
			return kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: s.typ.Name})
		}},
		{In: keys.Copy, Hint: "copy", Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(kit.NewCopyMenu(s.Sh, at.Provider.Name, nil, s.text()))
		}},
		{In: keys.ShowCommand, Hint: "show command", Do: kit.ShowsCommand(s.Sh, func() string { return s.Sh.Session.CommandLine("providers", s.typ.Name) })},
		{In: keys.Refresh, Hint: "test again", Do: s.again},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Back, Hint: "back"},
		{In: keys.MoveLeft, Do: out},
		{In: keys.Zoom, Disabled: row, Do: kit.Sets(&s.page, !s.page)},
		{In: keys.Why, Disabled: why, Do: kit.Sets(&s.page, true)},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.Shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.Shift, 2)},
	}
}

// toList moves the focus from the tests back to the list of providers.
func (s *Screen) toList() { s.page, s.inTests, s.all = false, false, false }

// again discards the results of the tests and runs them again.
func (s *Screen) again() tea.Cmd {
	if s.choice != nil {
		s.before = make(map[string]bool)
		for _, p := range s.choice.All {
			s.before[p.Provider.Name] = p.Suitable()
		}
	}
	s.Sh.Session.Env.Invalidate()
	return s.test()
}

// text returns the verdict as text, for copying.
func (s *Screen) text() string {
	at, ok := s.List.Cursor()
	if !ok || s.choice == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(at.Provider.Name + ": " + s.choice.Verdict(at) + "\n")
	for _, v := range at.Tests {
		b.WriteString("  " + v.Outcome.String() + ": " + v.Title + "\n    expected " + strings.Join(v.Expected, " or ") + "\n    current  " + v.Got + "\n")
	}
	b.WriteString(s.choice.Election.Why() + "\n")
	return b.String()
}

func (s *Screen) sign(p onhost.Suitability) frame.Sign {
	el := s.choice.Election
	tied := p.Suitable() && el.Winner != p.Provider && slices.Contains(el.Tied, p.Provider)
	switch {
	case tied:
		return frame.SignNeeds
	case s.moved[p.Provider.Name]:
		return frame.SignMoved
	case !p.Suitable():
		return frame.SignCannot
	case el.Winner == p.Provider:
		return frame.SignDefault
	}
	return frame.NoSign
}
