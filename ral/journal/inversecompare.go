package journal

import (
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/journal/stored"
	"ralsh/ral/redact"
)

// Drift describes the first change after the run, or returns "". done reports whether
// the resource is already in its state before the run.
func (inv Inverse) Drift(rec *Record, now *ral.Instance) (moved string, done bool) {
	red := stored.NewRedactor(rec.Salt, &redact.Redactor{})
	all := true
	for _, p := range inv.Expected {
		is, ok := p.current(red, now, inv.Decl.Sensitive)
		if !ok {
			continue
		}
		was, _ := prop(inv.Before, p.Name)
		all = all && inv.same(is, was)
		if moved == "" && !inv.same(is, p.Value) {
			moved = fmt.Sprintf("%s: the run left %s, now it is %s", p.Name, p.Value.Text(), is.Text())
		}
	}
	if moved == "" && inv.Made && !inv.along && !all {
		moved = inv.added(red, now)
	}
	return moved, all
}

// added describes a property of a created resource that the run left unset, such as an
// alias of a host. Removing the resource would also remove it. A provider that reads
// only requested properties does not report the rest.
func (inv Inverse) added(red *stored.Redactor, now *ral.Instance) string {
	if p := now.Type.Provider(inv.Decl.Provider); p == nil || p.Ops().RetrieveSelected != nil {
		return ""
	}
	for _, a := range now.Type.Properties() {
		if _, known := prop(inv.Expected, a.Name); known || !now.Known(a.Name) || now.Get(a.Name).IsAbsent() {
			continue
		}
		was, _ := prop(inv.Before, a.Name)
		if is, ok := (Prop{Name: a.Name}).current(red, now, inv.Decl.Sensitive); ok && is.Unknown == "" && !is.Same(was) {
			return fmt.Sprintf("%s: the run left it unset, now it is %s", a.Name, is.Text())
		}
	}
	return ""
}

// Unlike returns the properties that the run changed and that are not restored.
func (inv Inverse) Unlike(rec *Record, now *ral.Instance) (list []NotUndoable) {
	red := stored.NewRedactor(rec.Salt, &redact.Redactor{})
	for _, p := range inv.Before {
		if !slices.Contains(inv.changed, p.Name) {
			continue
		}
		if is, ok := p.current(red, now, inv.Decl.Sensitive); ok && !inv.same(is, p.Value) {
			reason := fmt.Sprintf("it is %s, and was %s before run %d", is.Text(), p.Value.Text(), rec.Number)
			list = append(list, NotUndoable{Ref: inv.Decl.Ref(), Property: p.Name, Reason: reason})
		}
	}
	return list
}

// same compares two values. A resource that was created or removed along is
// only known to exist or not; the values of ensure may differ.
func (inv Inverse) same(is, want stored.Value) bool {
	return is.Same(want) || inv.along && is.Gone() && want.Gone()
}

// current returns the current value of a property as a line would contain it.
// It returns false if the value is meaningless: it was not read, cannot be set,
// or is transient.
func (p Prop) current(red *stored.Redactor, now *ral.Instance, marked *[]string) (stored.Value, bool) {
	a := now.Type.Attr(p.Name)
	if a == nil || a.ReadOnly && a.RestoredBy == "" || a.Transient || p.Value.Unknown != "" {
		return stored.Value{}, false
	}
	is := now.Get(p.Name)
	secret := p.Value.Secret != "" || a.Hides(is) || !a.Sensitive && marked != nil && slices.Contains(*marked, p.Name)
	return red.Value(is, secret, stored.StringOf), true
}
