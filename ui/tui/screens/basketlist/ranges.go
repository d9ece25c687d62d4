package basketlist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// selectRange begins a range, or ends it and takes its rows in or out, as space
// does with one: all of them as the first of them goes.
func (b *Screen) selectRange() tea.Cmd {
	first, _, open := b.list.Ranging()
	b.list.Range()
	if !open {
		return nil
	}
	out := !b.sh.Basket.Status(first.draft).Omitted
	for _, row := range b.list.Selected() {
		b.sh.Basket.SetOmitted(row.draft, out)
	}
	b.list.Unselect()
	return b.replan()
}

// selected says that a draft is in the next apply; in a range that is not ended
// yet, that it would be.
func (b *Screen) selected(d *model.Draft, ranged bool) bool {
	if first, _, open := b.list.Ranging(); open && ranged {
		return b.sh.Basket.Status(first.draft).Omitted && b.sh.Basket.Status(d).Applicable()
	}
	return b.sh.Basket.Status(d).Included()
}

// ranging says what a range that is not ended yet would do.
func (b *Screen) ranging() (frame.Message, bool) {
	first, n, open := b.list.Ranging()
	if !open {
		return frame.Message{}, false
	}
	text := widget.CountOf(n, "row") + safe.Text(" out of the next apply")
	if b.sh.Basket.Status(first.draft).Omitted {
		text = widget.CountOf(n, "row") + " into the next apply"
	}
	return frame.Message{Text: "a range: " + b.sh.Spell("{select-range} takes ") + text + b.sh.Spell(", {back} leaves them as they were")}, true
}

// onlyFindings shows only what is staged and cannot be applied as it is, or
// all again.
func (b *Screen) onlyFindings() {
	b.search.Only = !b.search.Only
	b.list.Only(nil)
	if b.search.Only {
		b.list.Only(func(s staged) bool {
			sign := b.sign(s.draft)
			return sign == frame.SignNeeds || sign == frame.SignCannot || sign == frame.SignInSync
		})
	}
}

// unmatched says why no row of what is staged is shown.
func (b *Screen) unmatched() safe.Text {
	if b.search.Text() != "" {
		return "nothing staged matches \"" + safe.Clean(b.search.Text()) + "\""
	}
	return "nothing staged has a finding"
}

// refused says why this person may not apply what is in, "" when they may.
func (b *Screen) refused() string {
	if why := b.sh.Basket.RefusedReason(); why != "" {
		return "needs root: " + why
	}
	return ""
}

// blocked says why nothing of what is in can be planned.
func (b *Screen) blocked() string {
	if d, why := b.sh.Basket.BlockedReason(); d != nil {
		return d.Ref() + " cannot be planned: " + why
	}
	return "all that is in is in sync"
}
