package change

import (
	"strconv"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/words"
)

func (a *Apply) View(width, height int) frame.Content {
	if a.result != nil {
		return a.result.view(width, height)
	}
	top := a.top(width)
	if panes, ok := plantext.Divide(width, height, frame.PaneRows(top, width >= frame.SplitWidth), 48); ok && len(a.steps) > 0 {
		lines, from, to := a.seen(a.sh, panes.Wide, len(a.steps), func(i int) []frame.Line { return a.stepRows(a.steps[i], panes.Wide) })
		panes = panes.Fit(len(lines)+1, panes.Detail)
		return frame.Content{
			Body:    panes.Blocks(top, a.pane(frame.Title("steps", "", true), panes, lines, from, to), a.detail(panes)),
			Message: frame.Message{Text: a.waiting(0), Evidence: "began " + kit.Clock(a.began)},
			Keys:    a.Actions().Keys(a.sh), Running: a.Running(),
		}
	}
	foot := a.foot(width)
	rooms := frame.Arrange(width, height, foot)
	cols := plantext.NewColumns(a.sh, width, 34)
	if width >= frame.SplitWidth {
		cols.Text = 40
	}
	lines, from, to := a.seen(a.sh, width, len(a.steps), func(i int) []frame.Line { return a.rows(cols, a.steps[i]) })
	a.scroll.Show(len(lines), rooms.TableRows(), from, to)
	first, end := a.scroll.Window()
	m := frame.Message{Text: "apply began " + safe.Clean(a.began.Format("15:04:05")), Evidence: words.Took(a.sh.Now().Sub(a.began))}
	if height < frame.FootHeight {
		m.Text = a.waiting(width) // there is no foot that shows it
	}
	body := append([]frame.Line{cols.Head("change").Named("applying", kit.RowsText(first+1, end, len(lines)))}, lines[first:end]...)
	return frame.Content{
		Body:    []frame.Block{frame.One(body)},
		Foot:    foot,
		Message: m, Keys: a.Actions().Keys(a.sh), Running: a.Running(),
	}
}

func (a *Apply) rows(cols plantext.Columns, s *runStep) []frame.Line {
	if s.ended != nil {
		return cols.Ended(s.ended, s.name, false, a.killed)
	}
	name := plantext.Numbered(s.n, s.name)
	if !s.working {
		return cols.Step(frame.SignWaits, name, a.waitsFor(s), "")
	}
	doing := safe.Text("reading it again")
	if len(s.done) < len(s.planned) {
		doing = s.planned[len(s.done)]
	}
	lines := cols.Step(frame.SignWorks, name, doing, words.Took(a.sh.Now().Sub(s.began)))
	add := func(t safe.Text, col int, muted bool) {
		for _, part := range kit.Wrap(t, cols.Width-col) {
			lines = append(lines, frame.Row{Muted: muted, Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
		}
	}
	if s.command != "" {
		add("$ "+s.command, frame.Margin+2, false)
	}
	out := s.out
	if !a.all {
		out = out[max(0, len(out)-cols.Tail):]
	}
	for _, line := range out {
		add(line, frame.Margin+4, true)
	}
	return lines
}

func (a *Apply) waitsFor(s *runStep) safe.Text {
	if s.after > 0 && a.steps[s.after-1].ended == nil {
		return "waits for step " + words.Count(s.after)
	}
	return "waiting"
}

// foot returns the cause of the wait, and the effect of ctrl+c.
func (a *Apply) foot(width int) frame.Foot {
	done, by := a.counts()
	evidence := words.Count(done) + " of " + words.Count(len(a.steps)) + " done"
	for _, status := range []transaction.Status{transaction.Stopped, transaction.Failed, transaction.Skipped, transaction.DidNotTake} {
		if n := by[status]; n > 0 {
			evidence += ", " + words.Count(n) + " " + words.Status(status)
		}
	}
	lines := []frame.Line{frame.Title("running", evidence, false)}
	lines = append(lines, kit.WholeRows(frame.NoSign, a.waiting(width), width)...)
	lines = append(lines, kit.WholeRows(frame.NoSign, a.wayOut(width), width)...)
	if a.lost != nil {
		lines = append(lines, needing(lostSoFar(a.lost), width)...)
	}
	return frame.Foot{Lines: lines}
}

// tool returns the name of the running command, or "".
func (a *Apply) tool() safe.Text {
	if a.now < 0 || a.steps[a.now].pid == 0 {
		return ""
	}
	return a.steps[a.now].tool
}

func (a *Apply) waiting(width int) safe.Text {
	tool := a.tool()
	switch {
	case a.now < 0:
		return "The next step has not started yet."
	case a.steps[a.now].waitsFor != "":
		s := a.steps[a.now]
		return "Waiting for " + s.waitsFor + ", for " + words.Took(a.sh.Now().Sub(s.waitsSince)) + "."
	case tool == "":
		return "Reading " + a.steps[a.now].name + "."
	}
	s := a.steps[a.now]
	pid := safe.Clean(strconv.Itoa(s.pid))
	since := words.Took(a.sh.Now().Sub(s.cmdBegan))
	t := "Waits for " + tool + " (" + pid + "), " + since
	if width >= frame.SplitWidth {
		t = "Waiting for: " + tool + ", process " + pid + ", started " + since + " ago"
	}
	if s.lastOut.IsZero() {
		t += ", no output so far"
	} else {
		t += ", last output " + words.Took(a.sh.Now().Sub(s.lastOut)) + " ago"
	}
	if s.limit > 0 {
		t += ", deadline " + words.Took(s.limit)
	}
	return t + "."
}

// wayOut returns the current effect of ctrl+c.
func (a *Apply) wayOut(width int) safe.Text {
	tool := a.tool()
	if tool == "" {
		tool = "the current step"
	}
	key := safe.Clean(a.sh.Keys.Key(keys.Interrupt))
	switch {
	case a.killed:
		return "Stopping " + tool + ": TERM, then KILL after 10 s. Then ralsh quits."
	case a.asked:
		return "Stops after the current step.  " + key + " again: stop " + tool + " (TERM, then KILL after 10 s) and quit."
	case a.now >= 0 && a.steps[a.now].waitsFor != "":
		return key + ": stop the wait and the apply."
	case width >= frame.SplitWidth:
		return key + ": stop after " + tool + " finishes.  " + key + " twice: stop " + tool + " (TERM, KILL after 10 s) and quit."
	}
	return key + ": stop after this command.  Twice: stop it and quit."
}

// stops returns the effect of the next ctrl+c, for the line of keys.
func (a *Apply) stops() safe.Text {
	if a.asked {
		return "stop it now"
	}
	return "stop after this step"
}

// WayOutSmall returns the current effect of ctrl+c, for a very small terminal.
func (a *Apply) WayOutSmall() safe.Text {
	key := safe.Clean(a.sh.Keys.Key(keys.Interrupt))
	switch {
	case a.killed:
		return "stopping: TERM, then KILL"
	case a.asked:
		return "last step, " + key + " again stops it now"
	case a.now >= 0 && a.steps[a.now].waitsFor != "":
		return key + " waits no longer"
	}
	return key + " stops after this step"
}
