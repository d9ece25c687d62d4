package history

import (
	"context"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
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
	cancel  context.CancelFunc
	gen     int
	working bool
	undo    *model.Undo
	why     safe.Text // why there is no plan
	shown   bool      // visible on the screen
	focus   bool      // keys that move scroll it
	top     int       // its first visible row
	page    int       // number of visible rows
}

// moves scrolls the undo while it has the focus. It returns false for other
// intents.
func (b *pastUndo) moves(in keys.Intent) bool {
	if in == keys.NextPane || in == keys.PreviousPane {
		b.focus = !b.focus
		return true
	}
	if !b.focus || !b.shown {
		return false
	}
	switch in {
	case keys.MoveUp:
		b.top--
	case keys.MoveDown:
		b.top++
	case keys.PageUp:
		b.top -= max(1, b.page-1)
	case keys.PageDown:
		b.top += max(1, b.page-1)
	case keys.MoveFirst:
		b.top = 0
	case keys.MoveLast:
		b.top = math.MaxInt32
	default:
		return false
	}
	b.top = max(0, b.top)
	return true
}

// window returns the title and the visible rows below it.
func (b *pastUndo) window(lines []frame.Line, room int) []frame.Line {
	head := lines[0].(frame.Ruler)
	head.Focus = b.focus
	rows := lines[1:]
	b.page = max(1, room)
	b.top = max(0, min(b.top, len(rows)-b.page))
	end := min(b.top+b.page, len(rows))
	if len(rows) > b.page {
		head.Sub, head.Evidence, head.Scroll = head.Evidence, kit.RowsSaid(b.top+1, end, len(rows)), frame.Rows(b.top+1, end, len(rows))
	}
	return append([]frame.Line{head}, rows[b.top:end]...)
}

// pastUndoMsg is the plan to undo a run.
type pastUndoMsg struct {
	screen *Run
	gen    int
	undo   *model.Undo
	err    error
}

// planUndo plans to undo the run, if that is possible.
func (s *Run) planUndo() tea.Cmd {
	s.closeUndo()
	s.back = pastUndo{gen: s.back.gen + 1, focus: s.back.focus, top: s.back.top}
	if s.rec == nil {
		return nil
	}
	if s.back.why = safe.Clean(s.sh.Session.CannotUndo(s.rec)); s.back.why != "" {
		return nil
	}
	ctx, cancel := context.WithCancel(s.sh.Ctx)
	s.back.cancel, s.back.working = cancel, true
	session, gen, number := s.sh.Session, s.back.gen, s.number
	return func() tea.Msg {
		undo, err := session.Undo(ctx, number)
		return pastUndoMsg{s, gen, undo, err}
	}
}

func (s *Run) closeUndo() {
	if s.back.cancel != nil {
		s.back.cancel()
	}
}

func (s *Run) undoPlanned(msg pastUndoMsg) {
	if msg.screen != s || msg.gen != s.back.gen {
		return
	}
	s.back.working, s.back.undo = false, msg.undo
	if msg.err != nil {
		s.back.undo, s.back.why = nil, safe.Clean(kit.FirstLine(msg.err.Error()))
	}
}

// undoParts returns the steps of an undo that restore a resource completely,
// those that restore it partly, and what cannot be restored.
func undoParts(u *model.Undo) (whole, partly []*transaction.Step, cannot []journal.NotUndoable) {
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
	head := frame.Title("undo of run "+safe.Clean(strconv.Itoa(s.number)), "nothing is done yet", false)
	lines := []frame.Line{head, nil}
	switch {
	case s.back.working:
		return append(lines, frame.Prose("it is being planned"))
	case s.back.undo == nil:
		return append(lines, plantext.StepField("", s.back.why, width)...)
	}
	whole, partly, cannot := undoParts(s.back.undo)
	if len(whole)+len(partly)+len(cannot) == 0 {
		return append(lines, frame.Prose("all is as it was before the run"))
	}
	var badges []frame.Span
	for _, b := range []struct {
		n          int
		sign, word safe.Text
		look       theme.Token
	}{{len(whole), "= ", " as it was", theme.BadgeOK}, {len(partly), "~ ", " not whole", theme.BadgeChange}, {len(cannot), "x ", " cannot", theme.BadgeDanger}} {
		if b.n > 0 {
			badges = append(badges, frame.Span{Text: b.sign + words.Count(b.n) + b.word, Style: b.look})
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
	part("comes back as it was", "each is read again after it", frame.SignInSync, whole)
	part("comes back, but not whole", "", frame.SignChanges, partly)
	if len(cannot) > 0 {
		lines = append(lines, nil, frame.Title("cannot come back", "", false))
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
	for _, act := range step.ActViews() {
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

// undoWhy returns what is not restored, and why.
func undoWhy(n journal.NotUndoable, width int) (lines []frame.Line) {
	why := safe.Clean(n.Reason)
	if n.Property != "" {
		why = safe.Clean(n.Property) + " stays as it is: " + why
	}
	for _, part := range kit.Wrap(why, width-undoName-1) {
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(undoName), Text: part, Style: theme.Muted}}})
	}
	return lines
}
