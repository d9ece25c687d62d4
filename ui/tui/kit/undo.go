package kit

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// UndoRun opens the plan that undoes a run; 0 means the last run. It is shown,
// confirmed and applied like any other plan. It reports the changes that cannot
// be undone. ends is the plan of that run if the user requested the undo on its
// result, otherwise nil: that result is closed once the run is undone. One undo
// is planned at a time.
func UndoRun(sh *Shared, run int, ends *transaction.Plan) tea.Cmd {
	text := SayMsg{Text: "the undo is being planned", About: aboutUndo}
	if sh.undoing.Swap(true) {
		return func() tea.Msg { return text }
	}
	late := sh.Wait(undoLate, text)
	var isSaid atomic.Bool
	return tea.Batch(
		func() tea.Msg {
			msg := planUndo(sh, run, ends)
			if sh.undoing.Store(false); !isSaid.Load() {
				return msg
			}
			return tea.Sequence(func() tea.Msg { return SettledMsg{About: aboutUndo} }, func() tea.Msg { return msg })()
		},
		func() tea.Msg {
			if late == nil {
				return nil
			}
			msg := late()
			if !sh.undoing.Load() {
				return nil
			}
			isSaid.Store(true)
			return msg
		},
	)
}

// undoLate is the time after which the planning of an undo is reported.
const undoLate = 400 * time.Millisecond

// aboutUndo is the subject of messages while an undo is planned.
const aboutUndo = "undo"

// planUndo returns the message that opens the undo, or the reason why it is
// impossible.
func planUndo(sh *Shared, run int, ends *transaction.Plan) tea.Msg {
	u, err := sh.Session.Undo(sh.Ctx, run)
	if err != nil {
		return SayMsg{Text: safe.Clean(err.Error()), Bad: true}
	}
	if u.Plan.Ready() == 0 {
		if err := u.Finish(); err != nil {
			return SayMsg{Text: safe.Clean(err.Error()), Bad: true}
		}
		return nothingToUndo(u.Run.Number, CannotWords(u.NotUndoable))
	}
	var decls []ral.Decl
	for _, s := range u.Plan.Steps {
		decls = append(decls, *s.Decl)
	}
	return PushMsg{Route{Kind: RouteDifference, Proposal: &Proposal{Decls: decls, Undo: u, Ends: ends}}}
}

// nothingToUndo reports why a run cannot be undone.
func nothingToUndo(run int, cannot []safe.Text) tea.Msg {
	text := safe.Clean(fmt.Sprintf("cannot undo run %d", run))
	switch len(cannot) {
	case 0:
		return SayMsg{Text: safe.Clean(model.NoUndoNeeded(run))}
	case 1:
		return SayMsg{Text: text + ": " + cannot[0], Bad: true}
	}
	more := words.Count(len(cannot)-1) + " more"
	return SayMsg{Text: text + ": " + cannot[0] + ", and " + more, Bad: true, All: cannot}
}

// CannotWords returns the changes of a run that cannot be undone, with the
// reasons.
func CannotWords(notUndoable []journal.NotUndoable) []safe.Text {
	var list []safe.Text
	for _, n := range notUndoable {
		list = append(list, safe.Clean(n.String()))
	}
	return list
}

// Fewest is the maximum number of names that FewNames lists.
const Fewest = 3

// FewNames joins the first names, followed by the number of the remaining
// names.
func FewNames(names []string) string {
	if len(names) > Fewest {
		return strings.Join(names[:Fewest], ", ") + fmt.Sprintf(" and %d more", len(names)-Fewest)
	}
	return strings.Join(names, ", ")
}
