package accounts

import (
	"fmt"
	"strings"
	"unicode"

	"ralsh/ral"
	"ralsh/ral/value"
)

// CheckName rejects a name that the files cannot contain, or that a tool would
// parse as an option. The tools check the rest, because directory services
// have names with blanks and backslashes. The first argument is "User" or
// "Group".
func CheckName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s names must not be empty", what)
	case strings.ContainsAny(name, ":,/"):
		return fmt.Errorf("%s names cannot include ':', ',' or '/'", what)
	case strings.HasPrefix(name, "-") || strings.HasPrefix(name, "+"):
		return fmt.Errorf("%s names cannot begin with %q", what, name[:1])
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("%s names cannot include a line break or a control character", what)
	}
	return nil
}

// NameRule returns a hook that validates the name of a user or a group. It
// accepts any name of a resource that sets no property. It accepts any name
// of a resource that is removed, unless a tool would parse it as an option.
func NameRule(what string) func(ral.Hook, value.Value) error {
	return func(h ral.Hook, v value.Value) error {
		name := v.Text()
		ensure, _ := h.R.Decl.Get("ensure")
		switch {
		case ensure.Reveal().Text() == "absent" && !strings.HasPrefix(name, "-"), !managed(h.R):
			return nil
		}
		return CheckName(what, name)
	}
}

// managed reports whether the declaration of r sets a property. It reads the
// declaration, because the name is validated before properties have values.
func managed(r *ral.Resource) bool {
	for _, given := range r.Decl.Attrs {
		if a := r.Type.Attr(given.Name); a != nil && a.Kind == ral.Property {
			return true
		}
	}
	return false
}

// CheckGroup rejects a name that no group in a list of groups can have, for
// example a list that was written as a string.
func CheckGroup(name string) error {
	if i := strings.IndexAny(name, "[](){}<>'\"; \t"); i >= 0 {
		return fmt.Errorf("Group names cannot include %q: %q is not the name of a group", name[i:i+1], name)
	}
	return CheckName("Group", name)
}

// IDError returns an error for a text that is not a user or group number, with
// Puppet's message and the valid form. The first argument is "UID" or "GID".
func IDError(what, text string) error {
	if text == "" || strings.Trim(text, "-0123456789") != "" {
		return fmt.Errorf("Invalid %s %s: expected a number", what, text)
	}
	return fmt.Errorf("Invalid %s %s: expected a number from 0 to 4294967294", what, text)
}
