package hosts

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Screen) DisabledReason(in keys.Intent) string { return s.actions().DisabledReason(in) }

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		return nil, true
	}
	if in == keys.Back {
		return nil, s.list.Unselect()
	}
	return s.actions().Do(in)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.list.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	open := row
	if ok {
		open = kit.Unless(!at.here(), "you are on this host")
	}
	sides, why := s.chosen()
	border := kit.Unless(s.wide, kit.MissingReason(keys.PaneWider))
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "its screens", Disabled: open, Do: func() tea.Cmd { return s.visit(at) }},
		{In: keys.Difference, Hint: "compare", Disabled: kit.Because(why), Do: func() tea.Cmd { return kit.Push(kit.ToCompare(sides[0], sides[1])) }},
		{In: keys.Select, Hint: "select", Disabled: row, Do: kit.Does(func() {
			s.list.Toggle()
			s.list.Move(1)
		})},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Why, Hint: "why", Disabled: row, Do: func() tea.Cmd { return s.why(at) }},
		{In: keys.Refresh, Hint: "ask again", Do: s.ask},
		{In: keys.OnlyFindings, Do: kit.Does(func() {
			s.search.Only = !s.search.Only
			s.only()
		})},
		{In: keys.ShowCommand, Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.command(at))) }},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(kit.NewCopyMenuOf(s.sh, at.target.Name, at.side().Word(), nil))
		}},
		{In: keys.MoveLeft, Do: kit.Back},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.shift, 2)},
	}
}

// command returns the command of the selected hosts, or of the host under the cursor.
func (s *Screen) command(at *entry) string {
	sides, why := s.chosen()
	switch {
	case why == "" && len(s.list.Selected()) > 0:
		return s.sh.Session.CommandLine("compare", sides[0].Word(), sides[1].Word())
	case at.here():
		return s.sh.Session.CommandLine()
	}
	return s.sh.Session.CommandElsewhere(at.target.On.String())
}

// why explains how a host is reached, and why it was not.
func (s *Screen) why(e *entry) tea.Cmd {
	var said []safe.Text
	for _, l := range e.labelled(s.sh) {
		said = append(said, l.label+": "+l.text)
	}
	if e.wantsPassword() {
		said = append(said, s.sh.Spell("nothing can be asked in the background; {open} opens its screens, and asks for the password"))
	}
	back := kit.Option{Name: "back", Do: kit.Back}
	return kit.ShowMenu(kit.NewMenu(s.sh, "why", safe.Clean(e.target.Name), said, "", back))
}

// sign returns the sign of a host.
func (e *entry) sign() frame.Sign {
	switch {
	case !e.asked:
		return frame.SignWorks
	case e.wantsPassword():
		return frame.SignUnknown
	case !e.found.Reached:
		return frame.SignCannot
	case e.found.Reason != "" || e.failed():
		return frame.SignNeeds
	case e.differ() > 0:
		return frame.SignChanges
	case e.unknown() > 0:
		return frame.SignUnknown
	case e.compared:
		return frame.SignInSync
	}
	return frame.NoSign
}

// wantsPassword reports whether the host was not reached because nothing could be asked.
func (e *entry) wantsPassword() bool {
	return !e.found.Reached && (e.found.Reason == "sudo wants a password" || e.found.Reason == "permission denied")
}

// failed reports whether the newest run there failed.
func (e *entry) failed() bool { return e.found.Last != nil && e.found.Last.Failed > 0 }

func (e *entry) differ() (n int) {
	for _, c := range e.counts {
		n += c.Differ()
	}
	return n
}

func (e *entry) unknown() (n int) {
	for _, c := range e.counts {
		n += c.Unknown
	}
	return n
}
