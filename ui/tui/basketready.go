package tui

import (
	"slices"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// refused says why this person may not apply what is in, "" when they may.
func (b *basketList) refused() string {
	if why := b.sh.basket.RefusedReason(); why != "" {
		return "needs root: " + why
	}
	return ""
}

// blocked says why nothing of what is in can be planned.
func (b *basketList) blocked() string {
	if d, why := b.sh.basket.BlockedReason(); d != nil {
		return d.Ref() + " cannot be planned: " + why
	}
	return "all that is in is in sync"
}

// keyLine offers what works now.
func (b *basketList) keyLine() frame.Keys {
	apply := "apply " + widget.Count(b.plan.Included())
	if b.working {
		apply = "apply"
	}
	hints := []keyHint{{keys.Select, "in or out"}, {keys.Open, "edit"}, {keys.Difference, "difference"}, {keys.Apply, apply}, {keys.UndoField, "drop"}}
	if len(b.plan.Order()) > 1 {
		hints = append(hints, keyHint{keys.MoveLater, "move"})
	}
	hints = append(hints, keyHint{keys.EditInEditor, "as text"}, keyHint{keys.Why, "why"}, keyHint{keys.Filter, "filter"}, keyHint{keys.Copy, "copy"})
	if b.list.Total() == 0 {
		hints = []keyHint{{keys.Jump, "jump"}, {keys.History, "history"}, {keys.Back, "back"}}
		if b.dropped != nil {
			hints = append([]keyHint{{keys.UndoField, "bring back"}}, hints...)
		}
	}
	return keyLine(b.sh, "", slices.DeleteFunc(hints, func(h keyHint) bool { return b.disabled(h.in) != "" })...)
}
