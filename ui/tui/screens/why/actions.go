package why

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Screen) Disabled(in keys.Intent) string {
	_, ok := s.list.Cursor()
	switch in {
	case keys.Open, keys.MoveRight, keys.NextPane, keys.PreviousPane, keys.Zoom, keys.Why, keys.Copy:
		switch {
		case !ok:
			return kit.NoRow
		case s.page && in == keys.Why:
			return "these are the reasons"
		case (s.page || s.inTests) && !s.folded && (in == keys.Open || in == keys.MoveRight):
			return "nothing is folded here"
		}
	case keys.PaneNarrower, keys.PaneWider:
		if s.page {
			return string(s.sh.Spell("there is one pane here; {zoom} shows both"))
		}
	}
	return ""
}

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if (s.inTests || s.page) && s.tests.Do(in) {
		return nil, true
	}
	if in == keys.Back && (s.page || s.inTests) && !s.search.Typing() {
		s.page, s.inTests, s.all = false, false, false
		return nil, true
	}
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		s.tests = kit.Page{}
		return nil, true
	}
	switch in {
	case keys.Open, keys.MoveRight:
		if s.page || s.inTests {
			s.all = !s.all
		} else {
			s.page = true
		}
	case keys.MoveLeft:
		if !s.page && !s.inTests {
			return kit.Pop(1), true
		}
		s.page, s.inTests = false, false
	case keys.Zoom:
		s.page = !s.page
	case keys.NextPane, keys.PreviousPane:
		if s.page || s.narrow {
			s.page = !s.page
		} else {
			s.inTests = !s.inTests
		}
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
	case keys.OnlyFindings:
		s.search.Only = !s.search.Only
		s.list.Only(nil)
		if s.search.Only {
			s.list.Only(func(p ral.Suitability) bool { return s.sign(p) != frame.NoSign })
		}
	case keys.Why:
		s.page = true
	case keys.Refresh:
		return s.again(), true
	case keys.Instances:
		return kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: s.typ.Name}), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("providers", s.typ.Name))), true
	case keys.Copy:
		if at, ok := s.list.Cursor(); ok {
			return kit.ShowMenu(kit.NewCopyMenu(s.sh, at.Provider.Name, nil, s.text())), true
		}
	default:
		return nil, false
	}
	return nil, true
}

// again forgets what was tested and tests again.
func (s *Screen) again() tea.Cmd {
	if s.choice != nil {
		s.before = make(map[string]bool)
		for _, p := range s.choice.All {
			s.before[p.Provider.Name] = p.Suitable()
		}
	}
	s.sh.Session.Env.Invalidate()
	return s.look()
}

// text is the verdict as text, for copying.
func (s *Screen) text() string {
	at, ok := s.list.Cursor()
	if !ok || s.choice == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(at.Provider.Name + ": " + s.choice.Verdict(at) + "\n")
	for _, v := range at.Tests {
		b.WriteString("  " + v.Outcome.String() + ": " + v.Title + "\n    wanted " + strings.Join(v.Wanted, " or ") + "\n    got " + v.Got + "\n")
	}
	b.WriteString(s.choice.Election.Why() + "\n")
	return b.String()
}

func (s *Screen) sign(p ral.Suitability) frame.Sign {
	el := s.choice.Election
	tied := len(el.Tied) > 1 && s.choice.Verdict(p) != "suitable" && p.Suitable() && el.Winner != p.Provider
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
