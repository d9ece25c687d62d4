package tui

import (
	"ralsh/model"
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

// undoOf is what a plan takes back that is of an undo; nil is of none.
func undoOf(u *model.Undo) undoSummary {
	if u == nil {
		return undoSummary{}
	}
	return undoSummary{u.Run.Number, u.Run, u, cannotWords(u.NotUndoable)}
}
