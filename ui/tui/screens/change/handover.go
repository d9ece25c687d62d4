package change

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// handedOverMsg is sent when the ralsh that applied a plan as root has ended.
type handedOverMsg struct {
	screen *Difference
	err    error
}

// escalates returns the program with which the plan can be applied as root: "sudo", "doas", or
// "" if it needs no root, or an undo does.
func (d *Difference) escalates() string {
	if d.plan == nil || d.plan.Ready() == 0 || d.sh.Applying != nil || d.back.undo != nil || d.sh.Session.User.RefusedPlan(d.plan) == "" {
		return ""
	}
	return d.escalator
}

// handOver has the plan applied as root, by a ralsh that has the terminal until it ends.
func (d *Difference) handOver() tea.Cmd {
	form, err := d.sh.Session.HandOver(d.plan, d.decls)
	if err != nil {
		return kit.SayUnavailable(safe.Clean(err.Error()))
	}
	d.answered = true
	run := d.sh.Session.HandedOver(d.sh.Ctx, d.escalates(), form)
	return d.sh.LendTo(run, func(err error) tea.Msg { return handedOverMsg{d, err} })
}

// handedOver handles the end of that ralsh. If a part of the plan was not
// applied, it is planned again. The host may have changed.
func (d *Difference) handedOver(err error) tea.Cmd {
	changed := func() tea.Msg { return kit.ChangedMsg{} }
	if err != nil {
		d.answered = false
		return tea.Batch(changed, kit.SayUnavailable(safe.Clean("with "+d.escalator+": "+err.Error())))
	}
	for _, decl := range d.decls {
		d.sh.Basket.MarkApplied(decl)
	}
	return tea.Sequence(kit.Pop(1), tea.Batch(changed, kit.Say(safe.Clean("applied with "+d.escalator+"; the run is in the history of root: "+d.escalator+" ralsh history"))))
}
