package tui

import (
	"fmt"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

func (r *result) view(width, height int) frame.Content {
	cols := stepColumns(r.sh, width, 22)
	if width >= frame.SplitWidth {
		cols.text = 34
	}
	cols = cols.apart(len(r.steps()), func(i int) safe.Text { return words.Step(r.steps()[i]) })
	foot := r.foot(width)
	rooms := frame.Arrange(width, height, foot)
	lines, from, to := r.lines(cols)
	r.scroll.show(len(lines), rooms.TableRows(), from, to)
	first, end := r.scroll.window()
	return frame.Content{
		Body:    []frame.Block{frame.One(append([]frame.Line{cols.head("what is now true").Named("result", rowsSaid(first+1, end, len(lines)))}, lines[first:end]...))},
		Foot:    foot,
		Message: r.message(),
		Keys:    r.keyLine(),
	}
}

func (r *result) keyLine() frame.Keys {
	hints := []keyHint{{keys.Open, "open"}, {keys.Difference, "difference"}}
	if len(r.rest()) > 0 {
		hints = append(hints, keyHint{keys.Apply, "plan the rest"})
	}
	hints = append(hints, keyHint{keys.Why, "why"})
	if r.disabled(keys.UndoRun) == "" {
		hints = append(hints, keyHint{keys.UndoRun, "undo run"})
	}
	return keyLine(r.sh, "", append(hints, keyHint{keys.Copy, "copy report"}, keyHint{keys.Log, "log"})...)
}

// lines are all steps; from and to are the rows of the one under the cursor.
func (r *result) lines(cols stepCols) (lines []frame.Line, from, to int) {
	if r.report == nil {
		for i, part := range wrapped("nothing was changed: "+safe.Clean(r.err.Error()), cols.width-frame.Margin) {
			row := frame.Text(part)
			if i == 0 {
				row.Sign = frame.SignNeeds
			}
			lines = append(lines, row)
		}
		return lines, 0, 0
	}
	for i, s := range r.report.Steps {
		rows := cols.ended(s, words.Step(s), true, r.killed)
		if i == r.at {
			rows[0] = withCursor(rows[0], true)
			from, to = len(lines), len(lines)+len(rows)-1
		}
		lines = append(lines, rows...)
	}
	// What is below the steps has no row for the cursor: it is seen with the last.
	rest := append(r.leftOut(cols), r.back.rows(cols.width)...)
	if r.at == len(r.report.Steps)-1 {
		to += len(rest)
	}
	return append(lines, rest...), from, to
}

// leftOut are the steps of the plan that the apply did not take on.
func (r *result) leftOut(cols stepCols) []frame.Line {
	var lines []frame.Line
	for _, s := range r.plan.Steps {
		if why := s.LeftOut(); why != "" {
			name := frame.Cell{At: cols.nameSlot(), Text: words.Step(s)}
			lines = append(lines, cols.row(frame.SignCannot, name, safe.Clean("left out: "+firstLine(why))))
		}
	}
	return lines
}

// foot counts; when all is well there is nothing to count.
func (r *result) foot(width int) frame.Foot {
	if r.report == nil || len(r.rest()) == 0 && r.err == nil {
		return frame.Foot{}
	}
	lines := []frame.Line{frame.Title("result", "read again after every step", false)}
	for i, t := range lostWords(r.err) {
		said := needing(t, width)
		if i > 0 {
			said = rowsOf(t, width, 2)
		}
		lines = append(lines, said...)
	}
	if len(r.rest()) > 0 {
		lines = append(lines, r.counted(width)...)
	}
	return frame.Foot{Lines: lines, Keep: r.err != nil}
}

// counted is how many steps ended how, and what becomes of the rest.
func (r *result) counted(width int) []frame.Line {
	status := "  Exit status would be %d."
	if width < frame.SplitWidth {
		status = " Status %d."
	}
	var lines []frame.Line
	t := safe.Clean(r.report.Summary() + fmt.Sprintf(status, r.report.ExitStatus(true)))
	for _, part := range wrapped(t, width-frame.Margin) {
		row := frame.Text(part)
		row.Cells[0].Style = theme.Strong
		lines = append(lines, row)
	}
	key := safe.Clean(r.sh.keys.Key(keys.Apply))
	rest := "What was not done is kept; " + key + " plans it again from what is so now."
	if r.run > 0 && r.err == nil {
		rest += safe.Clean(fmt.Sprintf(" In the journal this is run %d.", r.run))
	}
	return append(lines, rowsOf(rest, width, 2)...)
}

// needing are rows of a sentence that needs somebody.
func needing(t safe.Text, width int) []frame.Line {
	lines := rowsOf(t, width, 2)
	row := lines[0].(frame.Row)
	row.Sign = frame.SignNeeds
	lines[0] = row
	return lines
}

func (r *result) message() frame.Message {
	if r.report == nil {
		return frame.Message{Sign: frame.SignNeeds, Text: "the apply did not begin"}
	}
	m := frame.Message{Evidence: widget.Took(r.report.Elapsed)}
	all, bad := len(r.decls), len(r.rest())
	if bad == all && bad > 0 && r.okCount() > 0 {
		bad = all - r.okCount()
	}
	if bad > 0 {
		m.Sign = frame.SignNeeds
		m.Text = widget.Count(bad) + " of " + widget.CountOf(all, "resource") + plural(bad, " is", " are") + " not as " + plural(bad, "it", "they") + " should be"
		return r.back.lack(m)
	}
	m.Sign, m.Style = frame.SignInSync, theme.OK
	if r.err != nil {
		m.Sign, m.Style = frame.SignNeeds, theme.Text
	}
	m.Text = widget.Count(all) + " of " + widget.Count(all) + plural(all, " is", " are") + " as " + plural(all, "it", "they") + " should be"
	if r.err != nil {
		m.Text += "; the journal is not"
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
