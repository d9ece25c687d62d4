package tui

import (
	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// basketSize is how full the basket is: "basket 6 of 9", "" when it is empty.
func basketSize(b *basket.Basket) safe.Text {
	switch in, all := b.Count(); {
	case all == 0:
		return ""
	case in == all:
		return "basket " + widget.Count(all)
	default:
		return "basket " + widget.Count(in) + " of " + widget.Count(all)
	}
}

// draftCount is how many drafts there are, "" for none.
func draftCount(b *basket.Basket) safe.Text {
	if n := len(b.Drafts()); n > 0 {
		return widget.CountOf(n, "draft")
	}
	return ""
}

// effectSign is the sign of what a draft does.
func effectSign(e basket.Effect) frame.Sign {
	switch e {
	case basket.Adds:
		return frame.SignAdds
	case basket.Changes:
		return frame.SignChanges
	case basket.Removes:
		return frame.SignRemoves
	}
	return frame.NoSign
}

func draftSign(d *model.Draft) frame.Sign { return effectSign(basket.EffectOf(d)) }

// untyped says which secret of a draft, or of those it names, has to be typed
// again; "" when none has.
func untyped(b *basket.Basket, d *model.Draft) string {
	attr, ref := b.MissingSecret(d)
	if attr == "" {
		return ""
	}
	return attr + " of " + ref + " has to be typed again, secrets are not kept; or undo it in the editor"
}
