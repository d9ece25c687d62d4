package accounts

import (
	"fmt"
	"strings"
	"unicode"

	"ralsh/ral"
	"ralsh/ral/value"
)

// CheckName refuses names that could not stand in the files, or that a tool
// would take for an option. What else a name may be is for the tools to say:
// directories have names with blanks and backslashes. what is "User" or "Group".
func CheckName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s names must not be empty", what)
	case strings.ContainsAny(name, ":,/"):
		return fmt.Errorf("%s names cannot include ':', ',' or '/'", what)
	case strings.HasPrefix(name, "-") || strings.HasPrefix(name, "+"):
		return fmt.Errorf("%s names cannot begin with %q", what, name[:1])
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("%s names cannot include a line break or another control character", what)
	}
	return nil
}

// NameRule validates the name of a user or a group. It stands in the way of
// what would be made only: what is there under any name can be looked at, and
// removed unless a tool would take its name for an option.
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

// managed is asked before any property has its value: the name comes first.
func managed(r *ral.Resource) bool {
	for _, given := range r.Decl.Attrs {
		if a := r.Type.Attr(given.Name); a != nil && a.Kind == ral.Property {
			return true
		}
	}
	return false
}

// CheckGroup refuses names that no group can have where groups are listed: what
// is left when someone writes a list as one text.
func CheckGroup(name string) error {
	if i := strings.IndexAny(name, "[](){}<>'\"; \t"); i >= 0 {
		return fmt.Errorf("Group names cannot include %q: %q is no name of a group", name[i:i+1], name)
	}
	return CheckName("Group", name)
}

// IDError is a text that is no user or group number, in Puppet's words and with
// what would be one. what is "UID" or "GID".
func IDError(what, text string) error {
	if text == "" || strings.Trim(text, "-0123456789") != "" {
		return fmt.Errorf("Invalid %s %s: a number is needed", what, text)
	}
	return fmt.Errorf("Invalid %s %s: a number from 0 to 4294967294 is needed", what, text)
}
