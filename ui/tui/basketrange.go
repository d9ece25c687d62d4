package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// selectRange begins a range, or ends it and takes its rows in or out, as space
// does with one: all of them as the first of them goes.
func (b *basketList) selectRange() tea.Cmd {
	first, _, open := b.list.Ranging()
	b.list.Range()
	if !open {
		return nil
	}
	out := !b.sh.basket.Status(first.draft).Omitted
	for _, row := range b.list.Selected() {
		b.sh.basket.SetOmitted(row.draft, out)
	}
	b.list.Unselect()
	return b.replan()
}

// selected says that a draft is in the next apply; in a range that is not ended
// yet, that it would be.
func (b *basketList) selected(d *model.Draft, ranged bool) bool {
	if first, _, open := b.list.Ranging(); open && ranged {
		return b.sh.basket.Status(first.draft).Omitted && b.sh.basket.Status(d).Applicable()
	}
	return b.sh.basket.Status(d).Included()
}

// ranging says what a range that is not ended yet would do.
func (b *basketList) ranging() (frame.Message, bool) {
	first, n, open := b.list.Ranging()
	if !open {
		return frame.Message{}, false
	}
	text := widget.CountOf(n, "row") + safe.Text(" out of the next apply")
	if b.sh.basket.Status(first.draft).Omitted {
		text = widget.CountOf(n, "row") + " into the next apply"
	}
	return frame.Message{Text: "a range: " + b.sh.spell("{select-range} takes ") + text + b.sh.spell(", {back} leaves them as they were")}, true
}

// onlyFindings shows only what is staged and cannot be applied as it stands, or
// all again.
func (b *basketList) onlyFindings() {
	b.search.only = !b.search.only
	b.list.Only(nil)
	if b.search.only {
		b.list.Only(func(s staged) bool {
			sign := b.sign(s.draft)
			return sign == frame.SignNeeds || sign == frame.SignCannot || sign == frame.SignInSync
		})
	}
}

// unmatched says why no row of what is staged is shown.
func (b *basketList) unmatched() safe.Text {
	if b.search.text() != "" {
		return "nothing staged matches \"" + safe.Clean(b.search.text()) + "\""
	}
	return "nothing staged has a finding"
}
