package change

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
)

// nameActions returns the actions of the field that guards several removals.
// Once the name is complete, Yes replaces the field and No gets the focus, so
// that enter alone never applies.
func (d *Difference) nameActions() kit.Actions {
	leave := func(to button) { d.typed, d.focus = false, to }
	return kit.Actions{
		{In: keys.Back, Hint: "stop", Do: kit.Does(func() { leave(onNo) })},
		{In: keys.Open, Hint: "finish", Do: func() tea.Cmd {
			if !d.named() {
				return kit.SayUnavailable(safe.Clean("type " + d.removedType() + " to remove " + fmt.Sprint(d.removals())))
			}
			leave(onNo)
			return nil
		}},
		{In: keys.Clear, Hint: "clear"},
		{In: keys.NextPane, Do: kit.Does(func() {
			// Once the name is complete, Yes gets the focus.
			if d.typed = false; !d.named() {
				leave(onPlan)
			}
		})},
		{In: keys.PreviousPane, Do: kit.Does(func() { leave(onPlan) })},
	}
}

func (d *Difference) Press(key tea.KeyPressMsg) tea.Cmd {
	if d.filter.Typing() {
		cmd := d.filter.Press(key)
		d.filtered()
		return cmd
	}
	if !d.typed && !d.Takes(key.Text) || d.typeAhead.Swallows(d.sh.Now()) {
		return nil
	}
	d.typed, d.focus = true, onYes
	d.confirm.Press(key.String(), key.Text)
	return nil
}

// Takes reports whether a typed text begins the name that guards several
// removals. While the name is required, letters go into it, even if No has the
// focus.
func (d *Difference) Takes(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return !d.filter.Typing() && size == len(text) && unicode.IsLetter(r) && d.asksName()
}

// asksName reports whether No has the focus and the name is required.
func (d *Difference) asksName() bool {
	return d.focus == onNo && !d.answered && !d.named() && (d.lacking() == "" || d.escalates() != "")
}

// removals counts the resources that the plan removes, including resources that
// tools also remove.
func (d *Difference) removals() int {
	n := 0
	if d.plan != nil {
		for _, s := range d.plan.Steps {
			n += removes(s)
		}
	}
	return n
}

// removes counts the resources that a step removes: its resource, and the
// resources that the tool also removes.
func removes(s *transaction.Step) int {
	if s.Status != transaction.Planned {
		return 0
	}
	n := plantext.AlongWith(s)
	if s.Resource.Removing() {
		n++
	}
	return n
}

// removedType returns the type to be typed before several resources are
// removed: the type of the first resource.
func (d *Difference) removedType() string {
	for _, s := range d.plan.Steps {
		if removes(s) > 0 {
			return s.Decl.Type
		}
	}
	return ""
}

// lacking returns why Yes is disabled, or "" if it is not.
func (d *Difference) lacking() string {
	switch {
	case d.err != nil:
		return "no plan"
	case d.plan == nil:
		return "still planning"
	case d.plan.Ready() == 0 && d.unsynced() > 0:
		return "no resource can be planned"
	case d.plan.Ready() == 0:
		return "no changes are needed"
	case d.sh.Applying != nil:
		return "an apply is running"
	}
	if why := d.sh.Session.User.RefusedPlan(d.plan); why != "" {
		return "needs root: " + why
	}
	return ""
}

// named reports whether the name that guards several removals was typed.
func (d *Difference) named() bool {
	return d.confirm == nil || d.confirm.Value() == d.removedType()
}
