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
func (b *basket) selectRange() tea.Cmd {
	first, _, open := b.list.Ranging()
	b.list.Range()
	if !open {
		return nil
	}
	out := !b.sh.drafts.marks[first.draft].out
	for _, row := range b.list.Selected() {
		b.sh.drafts.note(row.draft, func(st *draftStatus) { st.out = out })
	}
	b.list.Unselect()
	return b.replan()
}

// selected says that a draft is in the next apply; in a range that is not ended
// yet, that it would be.
func (b *basket) selected(d *model.Draft, ranged bool) bool {
	if first, _, open := b.list.Ranging(); open && ranged {
		return b.sh.drafts.marks[first.draft].out && b.sh.drafts.can(d)
	}
	return b.sh.drafts.in(d)
}

// ranging says what a range that is not ended yet would do.
func (b *basket) ranging() (frame.Message, bool) {
	first, n, open := b.list.Ranging()
	if !open {
		return frame.Message{}, false
	}
	text := widget.CountOf(n, "row") + safe.Text(" out of the next apply")
	if b.sh.drafts.marks[first.draft].out {
		text = widget.CountOf(n, "row") + " into the next apply"
	}
	return frame.Message{Text: "a range: " + b.sh.spell("{select-range} takes ") + text + b.sh.spell(", {back} leaves them as they were")}, true
}

// onlyFindings shows only what is staged and cannot be applied as it stands, or
// all again.
func (b *basket) onlyFindings() {
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
func (b *basket) unmatched() safe.Text {
	if b.search.text() != "" {
		return "nothing staged matches \"" + safe.Clean(b.search.text()) + "\""
	}
	return "nothing staged has a finding"
}
