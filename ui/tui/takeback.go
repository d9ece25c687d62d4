package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// undoSummary is what a plan takes back; the zero value is nothing.
type undoSummary struct {
	run    int
	record *journal.Record
	undo   *model.Undo
	cannot []safe.Text // what of it cannot be taken back, each with the reason
}

// rows are what cannot be taken back, whole.
func (u undoSummary) rows(width int) (lines []frame.Line) {
	for _, t := range u.cannot {
		for i, part := range wrapped(t, width-frame.Margin) {
			lines = append(lines, signed([...]frame.Sign{frame.SignNeeds, frame.NoSign}[min(i, 1)], part))
		}
	}
	return lines
}

// lacking counts that: "2 things of run 3 cannot be taken back".
func (u undoSummary) lacking(cannot safe.Text) safe.Text {
	return widget.CountOf(len(u.cannot), "thing") + " of run " + widget.Count(u.run) + " " + cannot + " taken back"
}

// lack adds that to the message of a result.
func (u undoSummary) lack(m frame.Message) frame.Message {
	if n := len(u.cannot); n > 0 {
		m.Sign, m.Style = frame.SignNeeds, 0
		m.Text += "; " + u.lacking(plural(n, "was not", "were not"))
	}
	return m
}

// undoRun opens the plan that takes a run back, 0 for the last one: shown, asked
// and applied like any other. What cannot be taken back is said. from is the result
// of that run where it was asked for there, else nil: it goes once it is taken back.
func undoRun(sh *shared, run int, from *result) tea.Cmd {
	return func() tea.Msg {
		u, err := sh.session.Undo(sh.ctx, run)
		if err != nil {
			return sayMsg{text: safe.Clean(err.Error()), bad: true}
		}
		cannot := cannotWords(u.NotUndoable)
		if u.Plan.Ready() == 0 {
			return nothingToUndo(u.Run.Number, cannot)
		}
		var decls []ral.Decl
		for _, s := range u.Plan.Steps {
			decls = append(decls, *s.Decl)
		}
		d := newDifference(sh, decls)
		d.back, d.below = undoSummary{u.Run.Number, u.Run, u, cannot}, from
		return push(d)()
	}
}

// nothingToUndo says why nothing of a run can be taken back.
func nothingToUndo(run int, cannot []safe.Text) tea.Msg {
	text := safe.Clean(fmt.Sprintf("nothing of run %d is to be taken back", run))
	switch len(cannot) {
	case 0:
		return sayMsg{text: text + ": all is as it was before"}
	case 1:
		return sayMsg{text: text + ": " + cannot[0], bad: true}
	}
	more := widget.Count(len(cannot)-1) + " more"
	return sayMsg{text: text + ": " + cannot[0] + ", and " + more, bad: true, all: cannot}
}

// cannotWords are what of a run cannot be taken back, each with its reason.
func cannotWords(notUndoable []journal.NotUndoable) []safe.Text {
	var list []safe.Text
	for _, c := range notUndoable {
		what := c.Ref
		if c.Property != "" {
			what += ": " + c.Property
		}
		if c.Partial {
			list = append(list, safe.Clean(what+": not undone: "+c.Reason))
			continue
		}
		list = append(list, safe.Clean(what+" cannot be taken back: "+c.Reason))
	}
	return list
}
