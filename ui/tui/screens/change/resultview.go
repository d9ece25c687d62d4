package change

import (
	"fmt"
	"strconv"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

func (r *result) view(width, height int) frame.Content {
	c := frame.Content{Message: r.message(), Keys: r.actions().Keys(r.sh)}
	top := r.top(width)
	panes, ok := plantext.Divide(width, height, frame.PaneRows(top, width >= frame.SplitWidth), 48)
	if ok && len(r.steps()) > 0 {
		lines, from, to := r.matching(plantext.Columns{Sh: r.sh, Width: panes.Wide, Text: panes.Wide / 2}, func(s *transaction.Step) []frame.Line {
			return plantext.StepRows(s, panes.Wide, r.killed)
		})
		panes = panes.Fit(len(lines)+1, r.tallest(panes))
		c.Body = panes.Blocks(top, r.pane(frame.Title("current state", "read again", true), panes, lines, from, to), r.detail(panes))
		return c
	}
	cols := plantext.NewColumns(r.sh, width, 22)
	if width >= frame.SplitWidth {
		cols.Text = 34
	}
	c.Foot = r.foot(width, height)
	rooms := frame.Arrange(width, height, c.Foot)
	lines, from, to := r.lines(cols)
	r.scroll.Show(len(lines), rooms.TableRows(), from, to)
	first, end := r.scroll.Window()
	head := cols.Head("current state").Named("result", kit.RowsText(first+1, end, len(lines))).Scrolled(frame.Rows(first+1, end, len(lines)))
	c.Body = []frame.Block{frame.One(append([]frame.Line{head}, lines[first:end]...))}
	return c
}

// top returns counts of the steps by status. Its border is red if a resource is
// not as desired.
func (r *result) top(width int) []frame.Line {
	if r.report == nil {
		return nil
	}
	head := frame.Title("result", words.Took(r.report.Elapsed), false)
	if r.run > 0 && r.err == nil {
		head.Title = safe.Clean("run " + strconv.Itoa(r.run))
	}
	if r.message().Sign == frame.SignNeeds {
		head.Tone = theme.Danger
	}
	lines := append([]frame.Line{head}, plantext.Flow(r.badges(), width-3, 1)...)
	if len(r.rest()) > 0 {
		lines = append(lines, frame.Prose(safe.Clean(fmt.Sprintf("Unfinished changes stay in the basket. Exit status would be %d.", r.report.ExitStatus(true)))))
	}
	for i, t := range lostWords(r.err) {
		lines = append(lines, kit.SignedRows([...]frame.Sign{frame.SignNeeds, frame.NoSign}[min(i, 1)], t, width-2)...)
	}
	return lines
}

// badges counts the steps by status.
func (r *result) badges() []frame.Span {
	var by [transaction.Audited + 1]int
	for _, s := range r.steps() {
		by[s.Status]++
	}
	return statusBadges(by[:])
}

// statusBadges formats counts of steps by status, successful steps first.
func statusBadges(by []int) (parts []frame.Span) {
	for _, b := range []struct {
		status transaction.Status
		sign   safe.Text
		style  theme.Token
	}{
		{transaction.Changed, "=", theme.BadgeOK},
		{transaction.InSync, "=", theme.BadgeNeutral},
		{transaction.Stopped, "^", theme.BadgeChange},
		{transaction.Failed, "!", theme.BadgeDanger},
		{transaction.DidNotTake, "!", theme.BadgeDanger},
		{transaction.Blocked, "!", theme.BadgeDanger},
		{transaction.Skipped, "x", theme.BadgeNeutral},
		{transaction.NotBegun, "x", theme.BadgeNeutral},
	} {
		if by[b.status] == 0 {
			continue
		}
		word := words.Status(b.status)
		if b.status == transaction.Changed {
			word = "done"
		}
		parts = append(parts, frame.Span{Text: b.sign + " " + words.Count(by[b.status]) + " " + word, Style: b.style})
	}
	return parts
}

// tallest returns the maximum number of rows of a detail, so that the panes do
// not change while the cursor moves. For many steps it does not compute it.
func (r *result) tallest(p plantext.Panes) int {
	const most = 200
	if p.Right || len(r.steps()) > most {
		return p.Detail
	}
	if r.tallIn != p {
		r.tallIn, r.tall = p, 0
		for _, s := range r.steps() {
			r.tall = max(r.tall, 1+len(plantext.StepDetail(r.sh, s, p.Room, p.Rows(p.Detail))))
		}
	}
	return r.tall
}

// detail describes the step under the cursor, and the possible next keys.
func (r *result) detail(p plantext.Panes) []frame.Line {
	if r.filter.empty() {
		return []frame.Line{frame.Title("step", "", false)}
	}
	s := r.steps()[r.at]
	head := frame.Title(words.Step(s), "", false)
	head.Sub = words.Status(s.Status)
	room := p.Rows(p.Detail)
	then := []frame.Line{nil, frame.Title("next steps", "", false)}
	if len(r.rest()) > 0 {
		then = append(then, plantext.KeyRow(safe.Clean(r.sh.Keys.Key(keys.Apply)), "plan the remaining changes"))
	}
	if r.noUndo() == "" {
		then = append(then, plantext.KeyRow(safe.Clean(r.sh.Keys.Key(keys.UndoRun)), "plan the undo of this run"))
	}
	then = append(then, plantext.KeyRow(safe.Clean(r.sh.Keys.Key(keys.Copy)), "copy the report"))
	if room < 16 {
		then = nil
	}
	lines := []frame.Line{head}
	if p.Right && p.Detail >= 14 {
		lines = append(lines, nil)
	}
	lines = append(lines, plantext.StepDetail(r.sh, s, p.Room, room-len(then)-len(lines)+1)...)
	return append(lines, then...)
}

// lines returns all steps. from and to are the rows of the step under the
// cursor.
func (r *result) lines(cols plantext.Columns) (lines []frame.Line, from, to int) {
	if r.report == nil {
		return kit.WholeRows(frame.SignNeeds, "no changes were made: "+safe.Clean(r.err.Error()), cols.Width), 0, 0
	}
	return r.matching(cols, func(s *transaction.Step) []frame.Line { return cols.Ended(s, words.Step(s), true, r.killed) })
}

// matching returns the matching steps, then the skipped steps, and the changes
// that an undo did not revert. The cursor does not move to these last rows:
// they are visible with the last step.
func (r *result) matching(cols plantext.Columns, rows func(*transaction.Step) []frame.Line) (lines []frame.Line, from, to int) {
	lines, from, to = r.seen(r.sh, cols.Width, len(r.steps()), func(i int) []frame.Line { return rows(r.steps()[i]) })
	if r.filter.Filters() {
		return lines, from, to
	}
	rest := append(r.leftOut(cols), r.back.rows(cols.Width)...)
	if r.at == len(r.steps())-1 {
		to += len(rest)
	}
	return append(lines, rest...), from, to
}

// leftOut returns the steps of the plan that the apply omitted.
func (r *result) leftOut(cols plantext.Columns) []frame.Line {
	var lines []frame.Line
	for _, s := range r.plan.Steps {
		if why := s.LeftOut(); why != "" {
			lines = append(lines, cols.Step(frame.SignCannot, words.Step(s), safe.Clean("skipped: "+words.FirstLine(why)), "")...)
		}
	}
	return lines
}

// foot returns the counts if a resource is not as desired. On a low screen it
// returns only the counts.
func (r *result) foot(width, height int) frame.Foot {
	if r.report == nil || len(r.rest()) == 0 && r.err == nil {
		return frame.Foot{}
	}
	if height < frame.FootHeight && r.err == nil {
		return frame.Foot{Lines: plantext.Flow(r.badges(), width, 1), Keep: height >= frame.EvidenceHeight}
	}
	lines := []frame.Line{frame.Title("result", "read again after every step", false)}
	for i, t := range lostWords(r.err) {
		text := needing(t, width)
		if i > 0 {
			text = kit.RowsOf(t, width, 2)
		}
		lines = append(lines, text...)
	}
	if len(r.rest()) > 0 {
		lines = append(lines, r.counted(width)...)
	}
	return frame.Foot{Lines: lines, Keep: r.err != nil}
}

// counted returns the steps by status, and the effect on the remaining drafts.
func (r *result) counted(width int) []frame.Line {
	status := "  Exit status would be %d."
	if width < frame.SplitWidth {
		status = " Status %d."
	}
	var lines []frame.Line
	t := safe.Clean(r.report.Summary() + fmt.Sprintf(status, r.report.ExitStatus(true)))
	for _, part := range kit.Wrap(t, width-frame.Margin) {
		row := frame.Text(part)
		row.Cells[0].Style = theme.Strong
		lines = append(lines, row)
	}
	key := safe.Clean(r.sh.Keys.Key(keys.Apply))
	rest := "Unfinished changes stay in the basket. Press " + key + " to plan them again from the current state."
	if r.run > 0 && r.err == nil {
		rest += safe.Clean(fmt.Sprintf(" In the journal this is run %d.", r.run))
	}
	return append(lines, kit.RowsOf(rest, width, 2)...)
}

// needing returns the rows of a sentence that needs attention.
func needing(t safe.Text, width int) []frame.Line {
	lines := kit.RowsOf(t, width, 2)
	row := lines[0].(frame.Row)
	row.Sign = frame.SignNeeds
	lines[0] = row
	return lines
}

func (r *result) message() frame.Message {
	if r.report == nil {
		return frame.Message{Sign: frame.SignNeeds, Text: "the apply did not start"}
	}
	m := frame.Message{Evidence: words.Took(r.report.Elapsed)}
	all, bad := len(r.decls), len(r.rest())
	if bad == all && bad > 0 && r.okCount() > 0 {
		bad = all - r.okCount()
	}
	if bad > 0 {
		m.Sign = frame.SignNeeds
		m.Text = words.Count(bad) + " of " + words.CountOf(all, "resource") + kit.Plural(bad, " is", " are") + " not in the desired state"
		return r.back.lack(m)
	}
	m.Sign, m.Style = frame.SignInSync, theme.OK
	if r.err != nil {
		m.Sign, m.Style = frame.SignNeeds, theme.Text
	}
	m.Text = words.Count(all) + " of " + words.Count(all) + kit.Plural(all, " is", " are") + " in the desired state"
	if r.err != nil {
		m.Text += "; the journal is incomplete"
	}
	return r.back.lack(m)
}

func (r *result) okCount() int {
	n := 0
	for _, s := range r.steps() {
		if s.Status.OK() {
			n++
		}
	}
	return n
}
