package history

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/export"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (s *Runs) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, "no run is under the cursor")
	read := row
	if ok {
		read = kit.Unless(at.err == nil, "the run cannot be read")
	}
	undo := read
	if read == nil {
		undo = func() string { return s.Sh.Session.History.CannotUndo(at.rec) }
	}
	others := kit.Does(func() {
		s.all = !s.all
		s.Narrow()
	})
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "open", Disabled: row, Do: func() tea.Cmd {
			return kit.Push(kit.Route{Kind: kit.RouteRun, Run: at.rec.Number})
		}},
		{In: keys.UndoRun, Hint: "undo run", Disabled: undo, Do: func() tea.Cmd { return kit.UndoRun(s.Sh, at.rec.Number, nil) }},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings, Hint: "show problems"},
		{In: keys.Refresh, Hint: "read again", Do: s.read},
		{In: keys.ShowCommand, Hint: "show command", Do: kit.ShowsCommand(s.Sh, func() string { return s.Sh.Session.CommandLine("history") })},
		{In: keys.NextPane, Also: keys.PreviousPane, Disabled: kit.Unless(s.others() > 0, "no run has a different root"), Do: others},
		{In: keys.Why, Disabled: read, Do: func() tea.Cmd { return whyRun(s.Sh, at.rec) }},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(copyMenu(s.Sh, at.rec, string(safe.Clean(s.sentence(at)))))
		}},
	}
}

// copyMenu offers to copy a run as text, and its declarations as code.
func copyMenu(sh *kit.Shared, rec *journal.Record, text string) *kit.Menu {
	write := func(as export.Format) (string, error) {
		whole, err := sh.Session.History.Run(rec.Number)
		if err != nil {
			return "", err
		}
		return sh.Session.History.Code(whole, as)
	}
	return kit.NewCopyMenuOf(sh, "run "+strconv.Itoa(rec.Number), text, write)
}

// sentence describes a run on a line.
func (s *Runs) sentence(p pastRun) string {
	return "run " + p.id() + ", " + kit.WhenText(s.Sh, p.rec.Began) + ", by " + p.rec.Who() + ": " + kit.StateWord(p.rec) + ", " + p.rec.What
}
