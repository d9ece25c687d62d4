package accounts

import (
	"fmt"
	"strings"
	"unicode"
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
