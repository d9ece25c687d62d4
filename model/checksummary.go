package model

import (
	"fmt"
	"slices"
	"strings"
)

// counted returns the number of changes: "4 changes", "creates 1 resource, 5
// values".
func (c Check) counted() string {
	if c.Creates == 0 {
		return plural(c.Changes, "change", "changes")
	}
	text := "creates " + plural(c.Creates, "resource", "resources")
	if c.Values > 0 {
		text += ", " + plural(c.Values, "value", "values")
	}
	if rest := c.Changes - c.Creates; rest > 0 {
		text += ", " + plural(rest, "change", "changes")
	}
	return text
}

// Summary returns the check as a line: "4 changes, 1 invalid: expiry".
func (c Check) Summary() string {
	text := c.counted()
	if needed := c.Needed(); len(needed) > 0 && !c.Wrong() {
		needs := "required: " + strings.Join(needed, ", ")
		if c.Changes == 0 {
			return needs
		}
		return text + ", " + needs
	}
	if c.Invalid == 0 {
		return text
	}
	var names []string
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.State == FieldInvalid {
			names = append(names, f.Attr.Name)
		}
	}
	if len(names) == 0 {
		return text + ", invalid: " + strings.Join(c.General, "; ")
	}
	return fmt.Sprintf("%s, %d invalid: %s", text, c.Invalid, strings.Join(names, ", "))
}

// Counts returns Summary without names: "4 changes, 1 invalid".
func (c Check) Counts() string {
	if c.Invalid == 0 {
		return c.counted()
	}
	return fmt.Sprintf("%s, %d invalid", c.counted(), c.Invalid)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
