package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

func (s *factsScreen) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(s.list, in) || s.search.do(in) {
		return nil, true
	}
	at, ok := s.list.Cursor()
	switch in {
	case keys.Open, keys.MoveRight, keys.MoveLeft:
		if ok && in == keys.Open && at.leaves == 0 && at.leaf != nil {
			return s.goToLookers(at.id()), true
		}
		if ok {
			s.fold(at, in)
		}
	case keys.Why:
		if ok && at.fact != nil {
			return push(newTried(s.sh, at.fact)), true
		}
	case keys.Refresh:
		return s.again(), true
	case keys.KeepReading:
		s.keep = !s.keep
		if s.keep {
			return tea.Batch(say("reads again every 5 s"), s.sh.wait(readsEvery, everyMsg{s})), true
		}
		return say("no longer reads by itself"), true
	case keys.OnlyFindings:
		s.search.only = !s.search.only
		s.list.Only(nil)
		if s.search.only {
			s.list.Only(func(n factNode) bool { return n.sign() == frame.SignNeeds || n.sign() == frame.SignUnknown })
		}
	case keys.ShowCommand:
		if ok {
			return push(newCommand(s.sh, "ralsh facts "+at.query())), true
		}
	case keys.Copy:
		if ok {
			value := ""
			if at.leaf != nil {
				value = at.leaf.Value.Text()
			}
			return push(newCopyMenu(s.sh, at.id(), nil, value)), true
		}
	default:
		return nil, false
	}
	return nil, true
}

// fold opens and closes a group; left on a leaf goes to its group.
func (s *factsScreen) fold(at factNode, in keys.Intent) {
	id := at.id()
	switch {
	case in == keys.MoveLeft && (at.leaves == 0 || !s.open[id]):
		if len(at.path) > 1 {
			s.list.Go(strings.Join(at.path[:len(at.path)-1], "."))
		}
		return
	case at.leaves == 0:
		return
	case in == keys.MoveLeft:
		s.open[id] = false
	case in == keys.MoveRight:
		s.open[id] = true
	default:
		s.open[id] = !s.open[id]
	}
	s.show()
}
