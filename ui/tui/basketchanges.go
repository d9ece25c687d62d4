package tui

import (
	"strings"

	"ralsh/model"
	"ralsh/ral"
)

// changesOf names what a draft would change as far as that is known without a plan:
// "ensure absent", "shell, comment". Where that is nothing it names what was typed.
func changesOf(d *model.Draft) string {
	var changes, properties, typed []string
	for _, a := range d.Type.Order() {
		text, ok := d.Text(a.Name)
		if a.Name == "ensure" && !ok && makes(d, a) {
			text, ok = "present", true
		}
		if !ok || a.Kind == ral.Meta {
			continue
		}
		name := a.Name
		if name == "ensure" {
			name += " " + text
		}
		typed = append(typed, name)
		if a.Kind != ral.Property {
			continue
		}
		properties = append(properties, name)
		if !d.Found.Present() || model.TextFor(a, d.Found.Get(a.Name)) != text {
			changes = append(changes, name)
		}
	}
	for _, names := range [][]string{changes, properties} {
		if len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
	return strings.Join(typed, ", ")
}

// makes reports whether a draft makes what is not there though nobody typed that: a
// property of it is wanted, and ensure is present then (semantics.md T30).
func makes(d *model.Draft, ensure *ral.Attribute) bool {
	if d.Found == nil || d.Found.Present() || ensure.DefaultFunc == nil {
		return false
	}
	for _, a := range d.Type.Properties() {
		if _, ok := d.Text(a.Name); ok {
			return true
		}
	}
	return false
}
