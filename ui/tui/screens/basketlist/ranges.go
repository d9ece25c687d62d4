package basketlist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/words"
)

// selectRange begins a range, or ends it and includes or excludes its rows, as
// space would do with the first row.
func (b *Screen) selectRange() tea.Cmd {
	first, _, open := b.List.Ranging()
	b.List.Range()
	if !open {
		return nil
	}
	out := !b.Sh.Basket.Status(first.draft).Omitted
	for _, row := range b.List.Selected() {
		b.Sh.Basket.SetOmitted(row.draft, out)
	}
	b.List.Unselect()
	return b.replan()
}

// selected reports whether a draft is in the next apply. For a row of an open
// range it reports whether it would be.
func (b *Screen) selected(d *draft.Draft, ranged bool) bool {
	if first, _, open := b.List.Ranging(); open && ranged {
		return b.Sh.Basket.Status(first.draft).Omitted && b.Sh.Basket.Status(d).Applicable()
	}
	return b.Sh.Basket.Status(d).Included()
}

// ranging describes the effect of an open range.
func (b *Screen) ranging() (frame.Message, bool) {
	first, n, open := b.List.Ranging()
	if !open {
		return frame.Message{}, false
	}
	text := "omits " + words.CountOf(n, "row") + safe.Text(" from the next apply")
	if b.Sh.Basket.Status(first.draft).Omitted {
		text = "includes " + words.CountOf(n, "row") + " in the next apply"
	}
	return frame.Message{Text: "range: " + b.Sh.Spell("{select-range} ") + text + b.Sh.Spell(", {back} cancels")}, true
}

// flagged reports whether a draft cannot be applied as it is or is in sync.
func (b *Screen) flagged(s staged) bool {
	sign := b.sign(s.draft)
	return sign == frame.SignNeeds || sign == frame.SignCannot || sign == frame.SignInSync
}

// unmatched returns why no drafts are shown.
func (b *Screen) unmatched() safe.Text {
	if b.Search.Text() != "" {
		return "no draft matches \"" + safe.Clean(b.Search.Text()) + "\""
	}
	return "no draft has a sign"
}

// refused returns why this user cannot apply the included drafts, or "" if they
// can.
func (b *Screen) refused() string {
	if why := b.Sh.Basket.RefusedReason(); why != "" {
		return "needs root: " + why
	}
	return ""
}

// blocked returns why no included draft can be planned.
func (b *Screen) blocked() string {
	if d, why := b.Sh.Basket.BlockedReason(); d != nil {
		return d.Ref() + " cannot be planned: " + why
	}
	return "all included drafts are in sync"
}
