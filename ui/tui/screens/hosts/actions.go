package hosts

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	some := len(s.all) > 1
	row := kit.Unless(ok && some, kit.NoRow)
	open := row
	if ok && some {
		open = kit.Unless(!at.here(), "you are on this host")
	}
	sides, why := s.chosen()
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "open", Disabled: open, Do: func() tea.Cmd { return s.visit(at) }},
		{In: keys.Difference, Hint: "compare", Disabled: kit.Because(why), Do: func() tea.Cmd { return kit.Push(kit.ToCompare(sides[0], sides[1])) }},
		{In: keys.Select, Hint: "select", Disabled: row, Do: kit.Does(func() {
			s.List.Toggle()
			s.List.Move(1)
		})},
		{In: keys.Filter, Hint: kit.HintIf(some, "filter")},
		{In: keys.Why, Hint: "explain", Disabled: row, Do: func() tea.Cmd { return s.why(at) }},
		{In: keys.Refresh, Hint: "read again", Do: s.ask},
		{In: keys.ShowCommand, Disabled: row, Do: kit.ShowsCommand(s.Sh, func() string { return s.command(at) })},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(kit.NewCopyMenuOf(s.Sh, at.target.Name, at.side().Word(), nil))
		}},
	}
}

// command returns the command of the selected hosts, or of the host under the cursor.
func (s *Screen) command(at *entry) string {
	sides, why := s.chosen()
	switch {
	case why == "" && len(s.List.Selected()) > 0:
		return s.Sh.Session.CommandLine("compare", sides[0].Word(), sides[1].Word())
	case at.here():
		return s.Sh.Session.CommandLine()
	}
	return model.CommandElsewhere(at.target.On.String())
}

// why explains how a host is reached, and why it was not.
func (s *Screen) why(e *entry) tea.Cmd {
	var text []safe.Text
	for _, l := range e.labelled(s.Sh) {
		text = append(text, l.label+": "+l.text)
	}
	if e.found.Locked {
		text = append(text, s.Sh.Spell("the host requires a password: {open} opens its screens and prompts for the password"))
	}
	back := kit.Option{Name: "back", Do: kit.Back}
	return kit.ShowMenu(kit.NewMenu(s.Sh, "why", safe.Clean(e.target.Name), text, "", back))
}

func (e *entry) sign() frame.Sign {
	switch {
	case !e.asked:
		return frame.SignWorks
	case e.found.Locked:
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
