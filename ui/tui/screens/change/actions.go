package change

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

func (d *Difference) Do(in keys.Intent) (tea.Cmd, bool) {
	if d.hastily(in) {
		if d.answered {
			return nil, true
		}
		return kit.WarnTypeAhead(), true
	}
	if d.typed {
		return d.doTyping(in)
	}
	if d.Busy() {
		return d.doBusy(in)
	}
	if d.filter.Do(in) {
		d.filtered()
		return nil, true
	}
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		d.move(-1)
	case keys.MoveDown, keys.NextValue:
		d.move(1)
	case keys.PageUp:
		d.move(-d.scroll.Page())
	case keys.PageDown:
		d.move(d.scroll.Page())
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
		line := kit.CommandLine(d.sh.Session, d.decls...)
		if d.back.run > 0 {
			line = d.sh.Session.CommandLine("undo", strconv.Itoa(d.back.run))
		}
		return kit.ShowMenu(kit.NewCommandMenu(d.sh, line)), true
	case keys.SideBySide:
		d.column = !d.column
	case keys.Why:
		return d.whyHere(), true
	case keys.Copy:
		text := d.text()
		return func() tea.Msg { return kit.CopyMsg{Text: text, What: "the plan"} }, true
	default:
		return nil, false
	}
	return nil, true
}

// doBusy is about a plan that is not there yet: what would answer the question
// waits for it to be asked.
func (d *Difference) doBusy(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Open, keys.NextPane, keys.PreviousPane, keys.Apply, keys.Copy, keys.Why, keys.SideBySide, keys.Filter, keys.OnlyFindings:
		return kit.SayUnavailable(safe.Clean(d.sh.Keys.Key(in)) + ": still planning"), true
	}
	return nil, false
}

// hastily swallows what was typed ahead, or after a button; what leads out, and the way a person
// stops things, is never swallowed.
func (d *Difference) hastily(in keys.Intent) bool {
	switch in {
	case keys.Interrupt, keys.Suspend, keys.Redraw:
		return false
	}
	return d.answered || d.typeAhead.Swallows(d.sh.Now())
}

// filtered has the plan written again. Rows that were left out were not seen.
func (d *Difference) filtered() { d.lines, d.at, d.scroll = nil, 0, kit.Viewport{} }

func (d *Difference) move(n int) { d.at = max(0, min(d.at+n, len(d.lines)-1)) }

// toButtons leads to No, from where tab leads to Yes.
func (d *Difference) toButtons() tea.Cmd {
	if d.focus == onPlan {
		d.focus = onNo
	}
	return nil
}

// next goes round: plan, No, Yes or the name to be typed.
func (d *Difference) next(step int) {
	count := button(3)
	if d.lacking() != "" {
		count = 2
	}
	d.focus = (d.focus + count + button(step+int(count))) % count
	d.typed = d.focus == onYes && !d.named()
}

// pressed is enter: on the plan it leads to the buttons, and never further.
func (d *Difference) pressed() tea.Cmd {
	switch {
	case d.focus == onPlan:
		return d.toButtons()
	case d.focus == onNo:
		d.answered = true
		return kit.Pop(1)
	case d.lacking() != "":
		return kit.SayUnavailable(safe.Clean(d.lacking()))
	case !d.named():
		d.typed = true
		return nil
	}
	d.answered = true
	return kit.Replace(kit.Route{Kind: kit.RouteApply, Proposal: &kit.Proposal{Plan: d.plan, Decls: d.decls, Undo: d.back.undo, Ends: d.ends}})
}

func (d *Difference) Disabled(in keys.Intent) string {
	switch in {
	case keys.Apply:
		switch {
		case d.plan == nil && d.err == nil:
			return "still planning"
		case d.focus != onPlan:
			return string(d.sh.Spell("the question is asked; {next-pane} leads to Yes"))
		}
	case keys.SideBySide:
		if !d.wide {
			return "two columns need 100 columns"
		}
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return kit.MissingReason(in)
	}
	if d.Takes(d.sh.Keys.Key(in)) {
		return "letters go into the field of the name"
	}
	return ""
}

// whyHere says why the step under the cursor stands where it does.
func (d *Difference) whyHere() tea.Cmd {
	for i := len(d.starts) - 1; i >= 0; i-- {
		if d.starts[i] <= d.at {
			n := d.filter.kept[i]
			s := d.steps[n].Step
			return kit.Say(words.Step(s) + " is step " + safe.Clean(strconv.Itoa(s.N)) + ": " + d.steps[n].Why(n))
		}
	}
	return nil
}
