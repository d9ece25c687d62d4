package change

import (
	"slices"

	"ralsh/model/undo"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/words"
)

// undoText describes the undo of the apply, and the values that it cannot
// restore, in at most the given number of rows. On a narrow screen it describes
// only these values. For several resources it refers to their steps.
func undoText(steps []plantext.Step, width, rows int) safe.Text {
	wide := width >= frame.SplitWidth
	gone := lostOf(steps)
	const begin safe.Text = "cannot be undone later: "
	switch whole := begin + safe.Clean(kit.FewNames(gone)); {
	case len(gone) == 1 && len(kit.Wrap(whole, width-frame.Margin)) > rows:
		return begin + onlyLost(steps) + " (see its step)"
	case len(gone) > 1 && (len(kit.Wrap(whole, width-frame.Margin)) > rows || len(gone) > kit.Fewest):
		return begin + words.CountOf(len(gone), "resource") + " (see each step)"
	case len(gone) > 0:
		return whole
	case wide:
		return "ralsh can undo this run."
	}
	return ""
}

func lostOf(steps []plantext.Step) (gone []string) {
	for _, s := range steps {
		if s.Lost != "" {
			gone = append(gone, s.Lost)
		}
	}
	return gone
}

// onlyLost names the only resource with something that undo cannot restore.
func onlyLost(steps []plantext.Step) safe.Text {
	i := slices.IndexFunc(steps, func(d plantext.Step) bool { return d.Lost != "" })
	return words.Step(steps[i].Step).CutMiddle(24, safe.Ellipsis)
}

// drawRefused adds the parts of an undo that tools would reject, and why.
func drawRefused(steps []plantext.Step) {
	for i := range steps {
		d := &steps[i]
		switch why := d.Step.UndoRefused; {
		case why == "":
			continue
		case d.Lost == "":
			d.Lost = string(words.Step(d.Step)) + ": " + why
		default:
			d.Lost = string(words.Step(d.Step)) + ": " + why + "; " + d.Lost
		}
	}
}

// undoRows returns the number of rows about the undo in the foot, which has the
// given numbers of lines and buttons. A low screen has these rows only if a
// resource is removed and two rows of the plan stay visible.
func (d *Difference) undoRows(height, lines, buttons int) int {
	const body = 4 // the title of the plan, two rows of it, and the rows below
	used := lines + buttons
	if d.lacking() != "" {
		used++ // why Yes is disabled
	}
	free := frame.FootRoom(height) - used
	switch {
	case height >= frame.FootHeight:
		return min(free, 1)
	case d.removals() == 0:
		return 0
	}
	above := frame.Arrange(frame.LeastWidth, height, frame.Foot{}).Body - used - body
	return max(0, min(free, above, 2))
}

// undoSummary describes the run that a plan undoes. The zero value means no
// run.
type undoSummary struct {
	run    int
	record *journal.Record
	undo   *undo.Undo
	cannot []safe.Text // what cannot be undone, each with the reason
}

// rows returns the changes that cannot be undone, without cutting them.
func (u undoSummary) rows(width int) (lines []frame.Line) {
	for _, t := range u.cannot {
		lines = append(lines, kit.WholeRows(frame.SignNeeds, t, width)...)
	}
	return lines
}

// lacking reports changes that cannot be undone: "2 changes of run 3 cannot be undone".
func (u undoSummary) lacking(n int, cannot safe.Text) safe.Text {
	return words.CountOf(n, "change") + " of run " + words.Count(u.run) + " " + cannot + " undone"
}

// lack adds the promised changes that were not undone to the message of a result.
func (u undoSummary) lack(m frame.Message) frame.Message {
	if u.undo == nil {
		return m
	}
	n := 0
	for _, c := range u.undo.NotUndoable {
		if !c.Note() {
			n++
		}
	}
	if n > 0 {
		m.Sign, m.Style = frame.SignNeeds, 0
		m.Text += "; " + u.lacking(n, kit.Plural(n, "was not", "were not"))
	}
	return m
}

// undoOf returns the summary of an undo. It is zero for nil.
func undoOf(u *undo.Undo) undoSummary {
	if u == nil {
		return undoSummary{}
	}
	return undoSummary{u.Run.Number, u.Run, u, kit.CannotWords(u.NotUndoable)}
}
