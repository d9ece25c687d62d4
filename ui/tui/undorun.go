package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// undoRun opens the plan that takes a run back, 0 for the last one: shown, asked
// and applied like any other. What cannot be taken back is said. ends is the plan of
// that run where it was asked for on its result, else nil: that goes once it is taken
// back.
func undoRun(sh *shared, run int, ends *transaction.Plan) tea.Cmd {
	return func() tea.Msg {
		u, err := sh.session.Undo(sh.ctx, run)
		if err != nil {
			return sayMsg{text: safe.Clean(err.Error()), bad: true}
		}
		if u.Plan.Ready() == 0 {
			return nothingToUndo(u.Run.Number, cannotWords(u.NotUndoable))
		}
		var decls []ral.Decl
		for _, s := range u.Plan.Steps {
			decls = append(decls, *s.Decl)
		}
		return pushMsg{route{kind: routeDifference, proposal: &proposal{decls: decls, undo: u, ends: ends}}}
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
