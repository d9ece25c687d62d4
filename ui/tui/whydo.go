package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

func (s *why) disabled(in keys.Intent) string {
	_, ok := s.list.Cursor()
	switch in {
	case keys.Open, keys.MoveRight, keys.NextPane, keys.PreviousPane, keys.Zoom, keys.Why, keys.Copy:
		switch {
		case !ok:
			return noRow
		case s.page && in == keys.Why:
			return "these are the reasons"
		case (s.page || s.inTests) && !s.folded && (in == keys.Open || in == keys.MoveRight):
			return "nothing is folded here"
		}
	case keys.PaneNarrower, keys.PaneWider:
		if s.page {
			return string(s.sh.spell("there is one pane here; {zoom} shows both"))
		}
	}
	return ""
}

func (s *why) do(in keys.Intent) (tea.Cmd, bool) {
	if (s.inTests || s.page) && s.tests.do(in) {
		return nil, true
	}
	if in == keys.Back && (s.page || s.inTests) && !s.search.typing() {
		s.page, s.inTests, s.all = false, false, false
		return nil, true
	}
	if moves(s.list, in) || s.search.do(in) {
		s.tests = page{}
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
			return pop(1), true
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
		s.search.only = !s.search.only
		s.list.Only(nil)
		if s.search.only {
			s.list.Only(func(p ral.Suitability) bool { return s.sign(p) != frame.NoSign })
		}
	case keys.Why:
		s.page = true
	case keys.Refresh:
		return s.again(), true
	case keys.Instances:
		return push(route{kind: routeInstances, typ: s.typ.Name}), true
	case keys.ShowCommand:
		return showMenu(newCommand(s.sh, s.sh.session.CommandLine("providers", s.typ.Name))), true
	case keys.Copy:
		if at, ok := s.list.Cursor(); ok {
			return showMenu(newCopyMenu(s.sh, at.Provider.Name, nil, s.text())), true
		}
	default:
		return nil, false
	}
	return nil, true
}

// again forgets what was tested and tests anew.
func (s *why) again() tea.Cmd {
	if s.choice != nil {
		s.before = make(map[string]bool)
		for _, p := range s.choice.All {
			s.before[p.Provider.Name] = p.Suitable()
		}
	}
	s.sh.session.Env.Invalidate()
	return s.look()
}

// text is the verdict as text, for copying.
func (s *why) text() string {
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

func (s *why) sign(p ral.Suitability) frame.Sign {
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
