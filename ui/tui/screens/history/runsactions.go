package history

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Runs) Disabled(in keys.Intent) string {
	at, ok := s.list.Cursor()
	switch {
	case (in == keys.NextPane || in == keys.PreviousPane) && s.others() == 0:
		return "no run is on another root"
	case (in == keys.PaneNarrower || in == keys.PaneWider) && s.wide:
		return ""
	case in == keys.Zoom || in == keys.PaneNarrower || in == keys.PaneWider:
		return kit.MissingReason(in)
	case in != keys.UndoRun && in != keys.Why && in != keys.Copy && in != keys.Open && in != keys.MoveRight:
		return ""
	case !ok:
		return "there is no run here"
	case (in == keys.UndoRun || in == keys.Why) && at.err != nil:
		return "the run cannot be read"
	case in == keys.UndoRun:
		return s.sh.Session.CannotUndo(at.rec)
	}
	return ""
}

func (s *Runs) Do(in keys.Intent) (tea.Cmd, bool) {
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		return nil, true
	}
	at, ok := s.list.Cursor()
	switch in {
	case keys.Refresh:
		return s.read(), true
	case keys.OnlyFindings:
		s.search.Only = !s.search.Only
		s.only()
		return nil, true
	case keys.NextPane, keys.PreviousPane:
		s.all = !s.all
		s.only()
		return nil, true
	case keys.PaneNarrower:
		s.shift -= 2
		return nil, true
	case keys.PaneWider:
		s.shift += 2
		return nil, true
	case keys.MoveLeft:
		return kit.Pop(1), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("history"))), true
	}
	if !ok {
		return nil, in == keys.Open
	}
	switch in {
	case keys.Open, keys.MoveRight:
		return kit.Push(kit.Route{Kind: kit.RouteRun, Run: at.rec.Number}), true
	case keys.UndoRun:
		return kit.UndoRun(s.sh, at.rec.Number, nil), true
	case keys.Why:
		return whyRun(s.sh, at.rec), true
	case keys.Copy:
		name := at.id()
		return kit.ShowMenu(kit.NewCopyMenu(s.sh, name, nil, string(safe.Clean(s.sentence(at))))), true
	}
	return nil, false
}

// sentence is a run on one line.
func (s *Runs) sentence(p pastRun) string {
	return "run " + p.id() + ", " + kit.WhenText(s.sh, p.rec.Began) + ", by " + p.rec.User + ": " + kit.StateWord(p.rec) + ", " + p.rec.What
}
