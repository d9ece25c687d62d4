package ral

import (
	"fmt"

	"ralsh/ral/value"
)

// TextOfIs returns the current value of a property as displayed.
func (a *Attribute) TextOfIs(r *Resource, is value.Value) string {
	if a.masks(r, is, a.IsText != nil) {
		return value.Redacted
	}
	if a.IsText != nil {
		return a.IsText(Hook{A: a, R: r}, is.Reveal())
	}
	return is.Literal()
}

// TextOfShould returns the desired value of a property as displayed.
func (a *Attribute) TextOfShould(r *Resource, should value.Value) string {
	if a.masks(r, should, a.ShouldText != nil) {
		return value.Redacted
	}
	if a.ShouldText != nil {
		return a.ShouldText(Hook{A: a, R: r}, should.Reveal())
	}
	return should.Literal()
}

// ChangeText describes a sync (semantics.md A46, T33).
func (a *Attribute) ChangeText(r *Resource, is, should value.Value) string {
	own := a.ChangeFn != nil || a.IsText != nil && a.ShouldText != nil
	if a.Sensitive || a.masks(r, is, own) || a.masks(r, should, own) {
		return a.Name + " changed [redacted] to [redacted]"
	}
	if a.ChangeFn != nil {
		return a.ChangeFn(Hook{A: a, R: r}, is.Reveal(), should.Reveal())
	}
	isText, shouldText := a.TextOfIs(r, is), a.TextOfShould(r, should)
	switch {
	case is.IsAbsent():
		return fmt.Sprintf("defined '%s' as %s", a.Name, shouldText)
	case isAbsentValue(should):
		return fmt.Sprintf("undefined '%s' from %s", a.Name, isText)
	}
	return fmt.Sprintf("%s changed %s to %s", a.Name, isText, shouldText)
}

// masks reports whether a value must not be shown. If the resource only hides its
// content, a text function of the type shows the declared value.
func (a *Attribute) masks(r *Resource, v value.Value, own bool) bool {
	switch {
	case own && r.hides(a.Name) && !r.marked(a):
		return false
	case v.IsSecret():
		return true
	}
	return r.mask(a.Name, v).IsSecret()
}

func isAbsentValue(v value.Value) bool {
	items := v.Items()
	return v.IsAbsent() || len(items) == 1 && items[0].IsAbsent()
}

// EventName returns the name of the event of a change to a property of type t
// (semantics.md L21).
func (a *Attribute) EventName(t *Type, should value.Value) string {
	if items := should.Items(); len(items) > 0 {
		should = items[0]
	}
	if allowed := a.match(should); allowed != nil && allowed.Event != "" {
		return allowed.Event
	}
	switch {
	case a.Name != "ensure":
		return a.Name + "_changed"
	case should.IsSym("present"):
		return t.Name + "_created"
	case should.IsAbsent():
		return t.Name + "_removed"
	}
	return t.Name + "_changed"
}
