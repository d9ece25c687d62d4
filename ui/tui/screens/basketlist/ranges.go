package basketlist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// selectRange begins a range, or ends it and includes or excludes its rows, as
// space would do with the first of them.
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

// selected reports whether a draft is in the next apply. For a row of an open
// range it reports whether it would be.
func (b *Screen) selected(d *model.Draft, ranged bool) bool {
	if first, _, open := b.list.Ranging(); open && ranged {
		return b.sh.Basket.Status(first.draft).Omitted && b.sh.Basket.Status(d).Applicable()
	}
	return b.sh.Basket.Status(d).Included()
}

// ranging describes what an open range would do.
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

// onlyFindings shows only drafts that cannot be applied as they are or that are
// in sync, or all again.
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

// unmatched returns why no drafts are shown.
func (b *Screen) unmatched() safe.Text {
	if b.search.Text() != "" {
		return "nothing staged matches \"" + safe.Clean(b.search.Text()) + "\""
	}
	return "nothing staged has a finding"
}

// refused returns why this user cannot apply the included drafts, or "" if they
// can.
func (b *Screen) refused() string {
	if why := b.sh.Basket.RefusedReason(); why != "" {
		return "needs root: " + why
	}
	return ""
}

// blocked returns why none of the included drafts can be planned.
func (b *Screen) blocked() string {
	if d, why := b.sh.Basket.BlockedReason(); d != nil {
		return d.Ref() + " cannot be planned: " + why
	}
	return "all that is in is in sync"
}
