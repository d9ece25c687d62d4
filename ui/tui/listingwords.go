package tui

import (
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// typeSign is the verdict on a type.
func typeSign(l *listings.Listing) frame.Sign {
	switch {
	case l.Type.OnlyDeclared():
		return frame.NoSign
	case l.Unsuitable():
		return frame.SignCannot
	case len(l.Failed()) > 0 || l.Stage == listings.StageDone && l.WithFindings > 0:
		return frame.SignNeeds
	case l.Busy():
		return frame.SignWorks
	case l.Stage == listings.StageWaiting:
		return frame.SignWaits
	case len(l.Choice.Election.Tied) > 1:
		return frame.SignNeeds
	}
	return frame.NoSign
}

// unsuitable says why a type cannot be handled here.
func unsuitable(l *listings.Listing) string {
	if l.Type.OnlyDeclared() {
		return l.Choice.Election.Why()
	}
	text := "no provider of " + l.Type.Name + " is suitable"
	if len(l.Choice.All) == 1 {
		text += ": " + l.Choice.All[0].Reason()
	}
	return text
}

// sourceNames names the providers that were asked.
func sourceNames(list []*listings.Source) safe.Text {
	var text safe.Text
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += safe.Clean(s.Provider.Name)
	}
	return text
}

// fared is how sources fared that end with an error: where that is about damage
// alone, all that can be read is there.
func fared(ended ...*listings.Source) safe.Text {
	for _, src := range ended {
		if !ral.IsDamage(src.Err) {
			return " did not list"
		}
	}
	return " listed what it can read"
}
