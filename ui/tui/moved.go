package tui

import (
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// movedText is what one property was and is: "shell '/bin/sh', now '/bin/bash'",
// with so many cells for each value.
func movedText(was, now *ral.Instance, a *ral.Attribute, cells int) safe.Text {
	name := safe.Clean(a.Name)
	x, y := was.Get(a.Name), now.Get(a.Name)
	if a.Sensitive || x.IsSecret() || y.IsSecret() {
		return name + ", which is secret"
	}
	return name + " " + quoted(x).Cut(cells, safe.Ellipsis) + ", now " + quoted(y).Cut(cells, safe.Ellipsis)
}

// quoted is a value on the host with quotes around text, so that it ends where it ends.
func quoted(v value.Value) safe.Text {
	switch {
	case v.IsUnknown():
		return "not known: " + safe.Clean(v.Reason())
	case v.Kind() == value.Symbol:
		return safe.Clean(v.Raw())
	}
	return safe.Clean(v.Literal())
}

// movedWords is all that moved in an instance, in a line.
func movedWords(was, now *ral.Instance) safe.Text {
	const most, cells = 5, 60
	attrs := listings.DriftedAttrs(was, now)
	var texts []safe.Text
	for _, a := range attrs[:min(len(attrs), most)] {
		texts = append(texts, movedText(was, now, a, cells))
	}
	if n := len(attrs) - most; n > 0 {
		texts = append(texts, "and "+widget.Count(n)+" more")
	}
	return safe.Join(texts, "; ")
}
