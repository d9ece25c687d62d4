package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/keys"
)

func (s *factsScreen) disabled(in keys.Intent) string {
	at, ok := s.list.Cursor()
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.Zoom:
		if s.wide {
			return string(s.sh.spell("what is beside the tree only shows; {why} has all of it"))
		}
		return missing(in)
	case keys.PaneNarrower, keys.PaneWider:
		if s.wide {
			return ""
		}
		return missing(in)
	case keys.Open, keys.MoveRight, keys.MoveLeft, keys.Why, keys.ShowCommand, keys.Copy:
	default:
		return ""
	}
	open := ok && s.unfolded(at.id())
	switch {
	case !ok:
		return noRow
	case in == keys.MoveLeft && len(at.path) == 1 && !open:
		return string(s.sh.spell("this is the top level; {back} leaves"))
	case in == keys.MoveRight && at.leaves == 0, in == keys.Open && at.leaves == 0 && at.leaf == nil:
		return "nothing is below it"
	case in == keys.MoveRight && open, (in == keys.Open || in == keys.MoveLeft && len(at.path) == 1) && at.leaves > 0 && s.filter.on():
		return "all is unfolded while a filter is on"
	}
	return ""
}

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
		if ok {
			return showMenu(s.whyFact(at)), true
		}
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
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
		s.look(s.filter.words, s.search.only)
	case keys.ShowCommand:
		if ok {
			return showMenu(newCommand(s.sh, s.sh.session.CommandLine("facts", at.query()))), true
		}
	case keys.Copy:
		if ok {
			return showMenu(newFactCopy(s.sh, at)), true
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
