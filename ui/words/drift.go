package words

import (
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/safe"
)

// AttributeDrift describes the drift of a property: "shell '/bin/sh', now
// '/bin/bash'", with at most the given number of cells for each value.
func AttributeDrift(was, now *ral.Instance, a *ral.Attribute, cells int) safe.Text {
	name := safe.Clean(a.Name)
	x, y := was.Get(a.Name), now.Get(a.Name)
	if a.Sensitive || x.IsSecret() || y.IsSecret() {
		return name + " (secret)"
	}
	return name + " " + quoted(x).Cut(cells, safe.Ellipsis) + ", now " + quoted(y).Cut(cells, safe.Ellipsis)
}

// quoted formats a value on the host, with quotes around a string so that its
// end is visible.
func quoted(v value.Value) safe.Text {
	switch {
	case v.IsUnknown():
		return "not known: " + safe.Clean(v.Reason())
	case v.Kind() == value.Symbol:
		return safe.Clean(v.Raw())
	}
	return safe.Clean(v.Literal())
}

// Drift describes the drift of an instance on a single line.
func Drift(was, now *ral.Instance) safe.Text {
	const most, cells = 5, 60
	attrs := listings.DriftedAttrs(was, now)
	var texts []safe.Text
	for _, a := range attrs[:min(len(attrs), most)] {
		texts = append(texts, AttributeDrift(was, now, a, cells))
	}
	if n := len(attrs) - most; n > 0 {
		texts = append(texts, "and "+Count(n)+" more")
	}
	return safe.Join(texts, "; ")
}
