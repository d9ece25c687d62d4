package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/words"
)

func (d *difference) do(in keys.Intent) (tea.Cmd, bool) {
	if d.hastily(in) {
		if d.answered {
			return nil, true
		}
		return warnTypeAhead(), true
	}
	if d.typed {
		return d.doTyping(in)
	}
	if d.busy() {
		return d.doBusy(in)
	}
	if d.filter.do(in) {
		d.filtered()
		return nil, true
	}
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		d.move(-1)
	case keys.MoveDown, keys.NextValue:
		d.move(1)
	case keys.PageUp:
		d.move(-d.scroll.page())
	case keys.PageDown:
		d.move(d.scroll.page())
	case keys.MoveFirst:
		d.at = 0
	case keys.MoveLast:
		d.at = max(0, len(d.lines)-1)
	case keys.NextPane:
		d.next(1)
	case keys.PreviousPane:
		d.next(-1)
	case keys.Apply:
		return d.toButtons(), true
	case keys.Open:
		return d.pressed(), true
	case keys.Refresh:
		return d.replan(), true
	case keys.ShowCommand:
		line := commandLine(d.sh.session, d.decls...)
		if d.back.run > 0 {
			line = d.sh.session.CommandLine("undo", itoa(d.back.run))
		}
		return showMenu(newCommand(d.sh, line)), true
	case keys.SideBySide:
		d.column = !d.column
	case keys.Why:
		return d.whyHere(), true
	case keys.Copy:
		text := d.text()
		return func() tea.Msg { return copyMsg{text, "the plan"} }, true
	default:
		return nil, false
	}
	return nil, true
}

// doBusy is about a plan that is not there yet: what would answer the question
// waits for it to be asked.
func (d *difference) doBusy(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Open, keys.NextPane, keys.PreviousPane, keys.Apply, keys.Copy, keys.Why, keys.SideBySide, keys.Filter, keys.OnlyFindings:
		return sayUnavailable(safe.Clean(d.sh.keys.Key(in)) + ": still planning"), true
	}
	return nil, false
}

// hastily swallows what was typed ahead, or after a button; what leads out, and the way a person
// stops things, is never swallowed.
func (d *difference) hastily(in keys.Intent) bool {
	switch in {
	case keys.Interrupt, keys.Suspend, keys.Redraw:
		return false
	}
	return d.answered || d.typeAhead.swallows(d.sh.now())
}

// filtered has the plan written anew. Rows that were left out were not seen.
func (d *difference) filtered() { d.lines, d.at, d.scroll = nil, 0, viewport{} }

func (d *difference) move(n int) { d.at = max(0, min(d.at+n, len(d.lines)-1)) }

// toButtons leads to No, from where tab leads to Yes.
func (d *difference) toButtons() tea.Cmd {
	if d.focus == onPlan {
		d.focus = onNo
	}
	return nil
}

// next goes round: plan, No, Yes or the name to be typed.
func (d *difference) next(step int) {
	count := button(3)
	if d.lacking() != "" {
		count = 2
	}
	d.focus = (d.focus + count + button(step+int(count))) % count
	d.typed = d.focus == onYes && !d.named()
}

// pressed is enter: on the plan it leads to the buttons, and never further.
func (d *difference) pressed() tea.Cmd {
	switch {
	case d.focus == onPlan:
		return d.toButtons()
	case d.focus == onNo:
		d.answered = true
		return pop(1)
	case d.lacking() != "":
		return sayUnavailable(safe.Clean(d.lacking()))
	case !d.named():
		d.typed = true
		return nil
	}
	d.answered = true
	return replace(route{kind: routeApply, proposal: &proposal{plan: d.plan, decls: d.decls, undo: d.back.undo, ends: d.ends}})
}

func (d *difference) disabled(in keys.Intent) string {
	switch in {
	case keys.Apply:
		switch {
		case d.plan == nil && d.err == nil:
			return "still planning"
		case d.focus != onPlan:
			return string(d.sh.spell("the question is asked; {next-pane} leads to Yes"))
		}
	case keys.SideBySide:
		if !d.wide {
			return "two columns need 100 columns"
		}
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return missing(in)
	}
	if d.takes(d.sh.keys.Key(in)) {
		return "letters go into the field of the name"
	}
	return ""
}

// whyHere says why the step under the cursor stands where it does.
func (d *difference) whyHere() tea.Cmd {
	for i := len(d.starts) - 1; i >= 0; i-- {
		if d.starts[i] <= d.at {
			n := d.filter.kept[i]
			s := d.steps[n].step
			return say(words.Step(s) + " is step " + safe.Clean(itoa(s.N)) + ": " + d.steps[n].why(n))
		}
	}
	return nil
}
