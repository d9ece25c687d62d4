package ral

import (
	"fmt"

	"ralsh/ral/value"
)

// TextOfIs is how a property's value on the host is shown.
func (a *Attribute) TextOfIs(r *Resource, is value.Value) string {
	if is.IsSecret() {
		return value.Redacted
	}
	if a.IsText != nil {
		return a.IsText(Hook{A: a, R: r}, is)
	}
	return is.Literal()
}

// TextOfShould is how a property's desired value is shown.
func (a *Attribute) TextOfShould(r *Resource, should value.Value) string {
	if should.IsSecret() {
		return value.Redacted
	}
	if a.ShouldText != nil {
		return a.ShouldText(Hook{A: a, R: r}, should)
	}
	return should.Literal()
}

// ChangeText says what a sync did (semantics.md A46, T33).
func (a *Attribute) ChangeText(r *Resource, is, should value.Value) string {
	if a.Sensitive || is.IsSecret() || should.IsSecret() {
		return a.Name + " changed [redacted] to [redacted]"
	}
	if a.ChangeFn != nil {
		return a.ChangeFn(Hook{A: a, R: r}, is, should)
	}
	if a.ensure {
		return ensureText(is, should)
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

func ensureText(is, should value.Value) string {
	switch {
	case is.IsAbsent() || is.IsNil():
		return "created"
	case should.IsAbsent():
		return "removed"
	}
	return fmt.Sprintf("ensure changed %s to %s", is.Literal(), should.Literal())
}

func isAbsentValue(v value.Value) bool {
	items := v.Items()
	return v.IsAbsent() || len(items) == 1 && items[0].IsAbsent()
}

// EventName names the event of a change to a property of type t (semantics.md
// L21).
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
