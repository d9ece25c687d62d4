package change

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

func (d *Difference) Do(in keys.Intent) (tea.Cmd, bool) {
	if d.ignores(in) {
		if d.answered {
			return nil, true
		}
		return kit.WarnTypeAhead(), true
	}
	if !d.typed && !d.Busy() && d.filter.Do(in) {
		d.filtered()
		return nil, true
	}
	if !d.typed && kit.MoveBy(in, d.scroll.Page(), d.move) {
		return nil, true
	}
	return nil, false
}

func (d *Difference) Actions() kit.Actions {
	if d.typed {
		return d.nameActions()
	}
	planning := kit.Unless(!d.Busy(), "still planning")
	plan, sides := planning, planning
	if d.err != nil {
		plan = kit.Because("no plan")
		sides = plan
	} else if d.plan != nil {
		sides = kit.Unless(d.wide, "the terminal needs at least 100 columns")
	}
	apply, why := plan, plan
	if plan == nil {
		apply = d.noYes
		why = kit.Unless(len(d.plan.Steps) > 0 && !d.filter.empty(), kit.NoRow)
	}
	enter, tab := d.buttonNames()
	columns := safe.Text("use 1 column")
	if d.column {
		columns = "use 2 columns"
	}
	return kit.Actions{
		{In: keys.Open, Hint: enter, Disabled: planning, Do: d.pressed},
		{In: keys.NextPane, Hint: tab, Disabled: planning, Do: kit.Does(func() { d.next(1) })},
		{In: keys.MoveDown, Before: keys.MoveUp, Hint: "scroll"},
		{In: keys.SideBySide, Hint: kit.HintIf(d.wide, columns), Disabled: sides, Do: kit.Sets(&d.column, !d.column)},
		{In: keys.Copy, Hint: "copy plan", Disabled: plan, Do: func() tea.Cmd {
			text := d.text()
			return func() tea.Msg { return kit.CopyMsg{Text: text, What: "the plan"} }
		}},
		{In: keys.ShowCommand, Hint: "show command", Disabled: planning, Do: kit.ShowsCommand(d.sh, d.command)},
		{In: keys.Why, Hint: "explain order", Disabled: why, Do: d.whyHere},
		{In: keys.Refresh, Hint: "plan again", Disabled: planning, Do: d.replan},
		{In: keys.Filter, Hint: "filter", Disabled: plan},
		{In: keys.OnlyFindings, Disabled: plan},
		{In: keys.PreviousPane, Disabled: planning, Do: kit.Does(func() { d.next(-1) })},
		{In: keys.Apply, Disabled: apply, Do: d.toYes},
		{In: keys.MoveFirst, Do: kit.Sets(&d.at, 0)},
		{In: keys.MoveLast, Do: kit.Sets(&d.at, max(0, len(d.lines)-1))},
		{In: keys.Back, Hint: kit.HintIf(d.plan == nil || d.asksName(), "back")},
	}
}

// buttonNames returns the effect of enter and of tab.
func (d *Difference) buttonNames() (enter, tab safe.Text) {
	const plan, yes, no = "go to plan", "go to Yes", "answer No"
	switch {
	case d.focus == onPlan:
		return "go to buttons", "go to No"
	case d.focus == onYes && d.escalates() != "":
		return "answer " + d.yesText(), plan
	case d.focus == onYes:
		return "answer Yes", plan
	case d.escalates() != "" && !d.asksName():
		return no, yes
	case d.lacking() != "":
		return no, plan
	case d.asksName():
		return no, "go to name"
	}
	return no, yes
}

// keyLine returns the line of keys for the current state.
func (d *Difference) keyLine() frame.Keys {
	as := d.Actions()
	switch {
	case d.typed:
		return as.TypingKeys(d.sh, kit.TypingPrefix)
	case d.err != nil:
		return as.Only(keys.Back, keys.Refresh).Keys(d.sh)
	case d.plan == nil:
		return as.Only(keys.Back).Keys(d.sh)
	case d.asksName():
		return as.Only(keys.Open, keys.NextPane, keys.MoveDown, keys.Back).Keys(d.sh)
	}
	return as.Keys(d.sh)
}

// command returns the command line with the same effect.
func (d *Difference) command() string {
	if d.back.run > 0 {
		return d.sh.Session.CommandLine("undo", strconv.Itoa(d.back.run))
	}
	return kit.CommandLine(d.sh.Session, d.decls...)
}

// ignores reports whether a key is ignored because it was typed ahead or after
// a button was pressed. Interrupt, suspend and redraw are never ignored.
func (d *Difference) ignores(in keys.Intent) bool {
	switch in {
	case keys.Interrupt, keys.Suspend, keys.Redraw:
		return false
	}
	return d.answered || d.typeAhead.Swallows(d.sh.Now())
}

// filtered formats the plan again. Rows that the filter hid count as unseen.
func (d *Difference) filtered() { d.lines, d.at, d.scroll = nil, 0, kit.Viewport{} }

func (d *Difference) move(n int) { d.at = max(0, min(d.at+n, len(d.lines)-1)) }

// toButtons moves the focus from the plan to No.
func (d *Difference) toButtons() tea.Cmd {
	if d.focus == onPlan {
		d.focus = onNo
	}
	return nil
}

// noYes returns why Yes cannot get the focus, or "" if it can.
func (d *Difference) noYes() string {
	switch {
	case d.focus == onYes:
		return string(d.sh.Spell("Yes has the focus; press {open}"))
	case d.escalates() != "":
		return ""
	}
	return d.lacking()
}

// toYes moves the focus to Yes. From the plan it moves to No if a name guards Yes, because
// letters then go into the name.
func (d *Difference) toYes() tea.Cmd {
	if !d.named() {
		return d.toButtons()
	}
	d.focus = onYes
	return nil
}

// next moves the focus: plan, No, then Yes or the name to type.
func (d *Difference) next(step int) {
	count := button(3)
	if d.lacking() != "" && d.escalates() == "" {
		count = 2
	}
	d.focus = (d.focus + count + button(step+int(count))) % count
	d.typed = d.focus == onYes && !d.named()
}

// pressed handles enter. On the plan it only moves the focus to the buttons.
func (d *Difference) pressed() tea.Cmd {
	switch {
	case d.focus == onPlan:
		return d.toButtons()
	case d.focus == onNo:
		d.answered = true
		return kit.Pop(1)
	case d.lacking() != "" && d.escalates() == "":
		return kit.SayUnavailable(safe.Clean(d.lacking()))
	case !d.named():
		d.typed = true
		return nil
	case d.escalates() != "":
		return d.handOver()
	}
	return d.confirmed()
}

// confirmed applies the plan.
func (d *Difference) confirmed() tea.Cmd {
	d.answered = true
	return kit.Replace(kit.Route{Kind: kit.RouteApply, Proposal: &kit.Proposal{Plan: d.plan, Decls: d.decls, Undo: d.back.undo, Ends: d.ends}})
}

// whyHere reports why the step under the cursor has its place.
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
