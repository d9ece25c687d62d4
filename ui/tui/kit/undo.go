package kit

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// UndoRun opens the plan that takes a run back, 0 for the last one: shown, asked
// and applied like any other. What cannot be taken back is said. ends is the plan of
// that run where it was asked for on its result, else nil: that goes once it is taken
// back.
func UndoRun(sh *Shared, run int, ends *transaction.Plan) tea.Cmd {
	return func() tea.Msg {
		u, err := sh.Session.Undo(sh.Ctx, run)
		if err != nil {
			return SayMsg{Text: safe.Clean(err.Error()), Bad: true}
		}
		if u.Plan.Ready() == 0 {
			return nothingToUndo(u.Run.Number, CannotWords(u.NotUndoable))
		}
		var decls []ral.Decl
		for _, s := range u.Plan.Steps {
			decls = append(decls, *s.Decl)
		}
		return PushMsg{Route{Kind: RouteDifference, Proposal: &Proposal{Decls: decls, Undo: u, Ends: ends}}}
	}
}

// nothingToUndo says why nothing of a run can be taken back.
func nothingToUndo(run int, cannot []safe.Text) tea.Msg {
	text := safe.Clean(fmt.Sprintf("run %d has nothing to undo", run))
	switch len(cannot) {
	case 0:
		return SayMsg{Text: text + ": all is as it was before"}
	case 1:
		return SayMsg{Text: text + ": " + cannot[0], Bad: true}
	}
	more := widget.Count(len(cannot)-1) + " more"
	return SayMsg{Text: text + ": " + cannot[0] + ", and " + more, Bad: true, All: cannot}
}

// CannotWords are what of a run cannot be taken back, each with its reason.
func CannotWords(notUndoable []journal.NotUndoable) []safe.Text {
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
		list = append(list, safe.Clean("cannot undo "+what+": "+c.Reason))
	}
	return list
}

// LostSoFar is said while an apply goes on whose journal cannot be written.
func LostSoFar(lost *journal.LostError) safe.Text {
	return "The journal cannot be written: " + reason(lost) + ". The apply goes on; what is done is done, but it may not be in the history."
}

// LostWords are the sentences about an apply whose journal is not whole, or
// could not be looked after: what is so, what is not written down, and where.
func LostWords(err error) []safe.Text {
	if err == nil {
		return nil
	}
	lost, ok := errors.AsType[*journal.LostError](err)
	if !ok {
		return []safe.Text{safe.Clean(FirstLine(err.Error()))}
	}
	words := []safe.Text{"The changes were made, but the journal could not be written: " + reason(lost) + "."}
	var missing []string
	if len(lost.Steps) > 0 {
		missing = append(missing, FewNames(lost.Steps))
	}
	if lost.End {
		missing = append(missing, fmt.Sprintf("the end of run %d, which history shows as cut off", lost.Run))
	}
	if len(missing) > 0 {
		words = append(words, safe.Clean("Incomplete in the journal: "+strings.Join(missing, "; ")+"."))
	}
	return append(words, safe.Clean("It belongs in "+lost.File))
}

// reason is why a write failed, without the file, which is said next to it.
func reason(lost *journal.LostError) safe.Text {
	text := lost.Err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return safe.Clean(text)
}

// Fewest is how many of many are named.
const Fewest = 3

// FewNames names the first of many.
func FewNames(names []string) string {
	if len(names) > Fewest {
		return strings.Join(names[:Fewest], ", ") + fmt.Sprintf(" and %d more", len(names)-Fewest)
	}
	return strings.Join(names, ", ")
}
