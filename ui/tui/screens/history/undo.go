package history

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/undo"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// pastUndo is the plan to undo a run, which is shown next to the run without a
// question.
type pastUndo struct {
	kit.ScrolledPane
	job   kit.Job[plannedUndo]
	undo  *undo.Undo
	why   safe.Text // why there is no plan
	shown bool      // visible on the screen
}

// plannedUndo is the plan to undo a run.
type plannedUndo struct {
	undo *undo.Undo
	err  error
}

// moves scrolls the undo while it has the focus, and moves the focus to it and
// back. It returns false for other intents.
func (b *pastUndo) moves(in keys.Intent) bool {
	if in == keys.NextPane || in == keys.PreviousPane {
		b.Focus = !b.Focus
		return true
	}
	return b.Focus && b.shown && b.Do(in)
}

// window returns the title and the visible rows below it. If not all are
// visible, the title shows which rows are, also without the focus.
func (b *pastUndo) window(lines []frame.Line, room int) []frame.Line {
	seen := b.Window(lines, room)
	if rows := b.Rows(); rows != "" {
		head := seen[0].(frame.Ruler)
		head.Sub, head.Evidence = lines[0].(frame.Ruler).Evidence, rows
		seen[0] = head
	}
	return seen
}

// planUndo plans to undo the run, if that is possible.
func (s *Run) planUndo() tea.Cmd {
	s.back.job.Stop()
	s.back.undo, s.back.why, s.back.shown = nil, "", false
	if s.rec == nil {
		return nil
	}
	if s.back.why = safe.Clean(s.sh.Session.History.CannotUndo(s.rec)); s.back.why != "" {
		return nil
	}
	session, number := s.sh.Session, s.number
	return s.back.job.Start(s.sh, func(ctx context.Context) plannedUndo {
		undo, err := session.Undo(ctx, number)
		return plannedUndo{undo, err}
	})
}

func (s *Run) undoPlanned(msg plannedUndo) {
	s.back.undo = msg.undo
	if msg.err != nil {
		s.back.undo, s.back.why = nil, safe.Clean(words.FirstLine(msg.err.Error()))
	}
}

// undoParts returns the steps of an undo that restore a resource completely,
// the steps that restore it partly, and the changes that cannot be restored.
func undoParts(u *undo.Undo) (whole, partly []*transaction.Step, cannot []journal.NotUndoable) {
	planned := func(ref string) bool {
		return slices.ContainsFunc(u.Plan.Steps, func(s *transaction.Step) bool {
			return s.Ref() == ref && s.Status == transaction.Planned
		})
	}
	for _, s := range u.Plan.Steps {
		switch {
		case s.Status != transaction.Planned:
		case slices.ContainsFunc(u.NotUndoable, func(n journal.NotUndoable) bool { return n.Ref == s.Ref() }):
			partly = append(partly, s)
		default:
			whole = append(whole, s)
		}
	}
	for _, n := range u.NotUndoable {
		if !planned(n.Ref) {
			cannot = append(cannot, n)
		}
	}
	return whole, partly, cannot
}

// undoPane returns the undo in three parts. Each step has its number in the
// order of the plan.
func (s *Run) undoPane(width int) []frame.Line {
	head := frame.Title("undo of run "+safe.Clean(strconv.Itoa(s.number)), "plan", false)
	lines := []frame.Line{head, nil}
	switch {
	case s.back.job.Busy():
		return append(lines, frame.Prose("the undo is being planned"))
	case s.back.undo == nil:
		return append(lines, plantext.StepField("", s.back.why, width)...)
	}
	whole, partly, cannot := undoParts(s.back.undo)
	if len(whole)+len(partly)+len(cannot) == 0 {
		return append(lines, frame.Prose("no undo is needed: all values are as before the run"))
	}
	var badges []frame.Span
	for _, b := range []struct {
		n          int
		sign, word safe.Text
		style      theme.Token
	}{{len(whole), "= ", " restored", theme.BadgeOK}, {len(partly), "~ ", " partly", theme.BadgeChange}, {len(cannot), "x ", " cannot be undone", theme.BadgeDanger}} {
		if b.n > 0 {
			badges = append(badges, frame.Span{Text: b.sign + words.Count(b.n) + b.word, Style: b.style})
		}
	}
	lines = append(lines, plantext.Flow(badges, width, 1)...)
	part := func(title, evidence safe.Text, sign frame.Sign, steps []*transaction.Step) {
		if len(steps) > 0 {
			lines = append(lines, nil, frame.Title(title, evidence, false))
		}
		for _, step := range steps {
			lines = append(lines, s.undoStep(step, sign, width)...)
		}
	}
	part("restored", "read again after the undo", frame.SignInSync, whole)
	part("partly restored", "", frame.SignChanges, partly)
	if len(cannot) > 0 {
		lines = append(lines, nil, frame.Title("cannot be undone", "", false))
	}
	for _, n := range cannot {
		lines = append(lines, frame.Row{Prose: true, Sign: frame.SignCannot, Strong: true, Cells: []frame.Cell{{At: frame.At(undoName), Text: safe.Clean(n.Ref), Style: theme.Strong}}})
		lines = append(lines, undoWhy(n, width)...)
	}
	return lines
}

// undoName is the column of resource names in the undo, after a number of two
// digits.
const undoName = 6

func (s *Run) undoStep(step *transaction.Step, sign frame.Sign, width int) []frame.Line {
	lines := []frame.Line{frame.Row{Prose: true, Sign: sign, Strong: true, Cells: []frame.Cell{
		{At: frame.At(frame.ProseMargin), Text: safe.Clean(strconv.Itoa(step.N)), Style: theme.Muted},
		{At: frame.At(undoName), Text: safe.Clean(step.Decl.Type) + " ", Style: theme.Muted, More: []frame.Span{{Text: safe.Clean(step.Decl.Title), Style: theme.Strong}}},
	}}}
	for _, act := range step.Acted() {
		for _, line := range plantext.StepAct(act, width-undoName+1) {
			row := line.(frame.Row)
			row.Cells[0].At = frame.At(undoName)
			lines = append(lines, row)
		}
	}
	for _, n := range s.back.undo.NotUndoable {
		if n.Ref == step.Ref() {
			lines = append(lines, undoWhy(n, width)...)
		}
	}
	return lines
}

// undoWhy returns the value that is not restored, and why.
func undoWhy(n journal.NotUndoable, width int) (lines []frame.Line) {
	why := safe.Clean(n.Reason)
	if n.Property != "" {
		why = safe.Clean(n.Property) + " keeps its value: " + why
	}
	for _, part := range kit.Wrap(why, width-undoName-1) {
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(undoName), Text: part, Style: theme.Muted}}})
	}
	return lines
}
