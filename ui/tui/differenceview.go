package tui

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

func (d *difference) view(width, height int) frame.Content {
	c := frame.Content{}
	switch {
	case d.err != nil:
		c.Body = []frame.Block{frame.One(d.failed(width))}
	case d.plan == nil:
		c.Body = []frame.Block{frame.One([]frame.Line{frame.Title("planning "+widget.CountOf(len(d.decls), "resource"), "how sure", true)})}
		c.Message = frame.Message{Sign: frame.SignWorks, Text: d.work.said(d.sh.now()) + "; nothing is changed by it"}
	default:
		c.Foot = d.foot(width, height)
		rooms := frame.Arrange(width, height, c.Foot)
		c.Body = []frame.Block{frame.One(d.body(width, rooms.Body))}
		// What is seen is known only now, and the question counts it.
		c.Foot = d.foot(width, height)
		c.Message = d.message(width)
	}
	c.Keys = d.keyLine()
	return c
}

// body is the plan's window. When not all of it fits, its last line says what
// is below.
func (d *difference) body(width, height int) []frame.Line {
	if d.width != width || d.lines == nil {
		var starts []int
		d.lines, starts = planLines(d.steps, width, d.sides && width >= frame.SplitWidth)
		d.lines = append(d.lines, d.back.rows(width)...)
		d.width, d.starts = width, starts
		d.at = max(0, min(d.at, len(d.lines)-1))
	}
	title := planTitle(d.plan)
	if d.back.run > 0 {
		title = "undo of run " + safe.Clean(itoa(d.back.run)) + ": " + title
	}
	head := frame.Title(title, "how sure", d.focus == onPlan)
	if width >= frame.SplitWidth {
		head.Title += ", in this order"
		head.Columns = []frame.Cell{{At: frame.At(frame.Margin), Text: "step"}, {At: frame.At(66 * width / 120), Text: "why here"}}
		head.Last, head.Evidence = head.Evidence, ""
		height--
	}
	room := max(1, height-1)
	if len(d.lines) > room {
		room = max(1, room-1)
	}
	d.scroll.show(len(d.lines), room, d.at, d.at)
	first, end := d.scroll.window()
	out := append(make([]frame.Line, 0, room+2), head)
	for i := first; i < end; i++ {
		line := d.lines[i]
		if row, ok := line.(frame.Row); ok && i == d.at {
			row.Cursor = true
			line = row
		}
		out = append(out, line)
	}
	if len(d.lines) > room {
		out = append(out, d.more(first, end, width))
	}
	return out
}

// more says which steps begin below the window.
func (d *difference) more(first, end, width int) frame.Row {
	var names []string
	for i, start := range d.starts {
		if start >= end {
			names = append(names, string(words.Step(d.steps[i].step)))
		}
	}
	row := frame.Row{Evidence: safe.Text("rows ") + widget.Count(first+1) + "-" + widget.Count(end) + " of " + widget.Count(len(d.lines))}
	if len(names) == 0 {
		return row
	}
	t := widget.CountOf(len(names), "more resource") + " below"
	if width >= frame.SplitWidth {
		t += ": " + safe.Clean(strings.Join(names, ", "))
	}
	row.Cells = []frame.Cell{{At: frame.At(frame.Margin + 2), Text: t, Style: theme.Muted}}
	return row
}

// failed says why there is no plan.
func (d *difference) failed(width int) []frame.Line {
	lines := []frame.Line{frame.Title("no plan", "", true)}
	texts := []string{d.err.Error()}
	var diags ral.Diags
	if errors.As(d.err, &diags) {
		texts = nil
		for _, diag := range diags {
			if diag.Kind != ral.Dropped {
				texts = append(texts, diag.Error())
			}
		}
	}
	for _, text := range texts {
		for i, part := range wrapped(safe.Clean(text), width-frame.Margin) {
			row := frame.Text(part)
			if i == 0 {
				row.Sign = frame.SignNeeds
			}
			lines = append(lines, row)
		}
	}
	if missing, ok := errors.AsType[*transaction.MissingError](d.err); ok {
		_, help := d.sh.basket.MissingReason(missing.Ref)
		lines = append(lines, rowsOf(safe.Clean("What would help: "+help+"."), width, 2)...)
	}
	return append(lines, frame.Text("Nothing was changed."))
}

func (d *difference) message(width int) frame.Message {
	m := frame.Message{Evidence: widget.Took(d.plan.Elapsed)}
	if width >= frame.SplitWidth {
		m.Evidence = "plan " + m.Evidence
	}
	at := safe.Clean(d.plan.Made.Format("15:04:05"))
	refresh := safe.Clean(d.sh.keys.Key(keys.Refresh))
	switch age := d.sh.now().Sub(d.made); {
	case age > oldAge:
		m.Sign = frame.SignMoved
		m.Text = "the plan is " + widget.Took(age) + " old; " + refresh + " plans again"
	case len(d.back.cannot) > 0:
		m.Sign, m.Text = frame.SignNeeds, d.back.lacking("cannot be")
	case d.plan.Ready() < d.unsynced():
		m.Sign = frame.SignNeeds
		m.Text = widget.CountOf(d.unsynced()-d.plan.Ready(), "resource") + " cannot be planned and would be left out"
	case width >= frame.SplitWidth:
		m.Text = "plan made " + at + " from what was read then; each is read again before it is changed"
	default:
		m.Text = "planned " + at + "; each is read again before it is changed"
	}
	return m
}

// unsynced counts the steps that are not as they should be.
func (d *difference) unsynced() int {
	n := 0
	for _, s := range d.plan.Steps {
		if s.Status != transaction.InSync {
			n++
		}
	}
	return n
}

func (d *difference) keyLine() frame.Keys {
	switch {
	case d.typed:
		return keyLine(d.sh, "typing: ", keyHint{keys.Back, "stops"}, keyHint{keys.Open, "done"}, keyHint{keys.Clear, "clear"})
	case d.err != nil:
		return keyLine(d.sh, "", keyHint{keys.Back, "back"}, keyHint{keys.Refresh, "plan again"})
	case d.plan == nil:
		return keyLine(d.sh, "", keyHint{keys.Back, "back"})
	}
	enter, tab := safe.Text("buttons"), safe.Text("No")
	switch d.focus {
	case onNo:
		enter, tab = "No", "Yes"
		if d.lacking() != "" {
			tab = "plan"
		} else if d.asksName() {
			return keyLine(d.sh, "", keyHint{keys.Open, "No"}, keyHint{keys.NextPane, "the name"}, keyHint{keys.MoveDown, "scroll"}, keyHint{keys.Back, "back"})
		}
	case onYes:
		enter, tab = "Yes", "plan"
	}
	hints := []keyHint{{keys.Open, enter}, {keys.NextPane, tab}, {keys.MoveDown, "scroll"}}
	if d.width >= frame.SplitWidth {
		hints = append(hints, keyHint{keys.SideBySide, "two columns"})
	}
	return keyLine(d.sh, "", append(hints,
		keyHint{keys.Copy, "copy plan"}, keyHint{keys.ShowCommand, "command"}, keyHint{keys.Why, "why this order"},
		keyHint{keys.Refresh, "plan again"})...)
}
