package accounts

import (
	"bytes"
	"strings"
)

// LoginDefs are the settings of /etc/login.defs (login.defs(5)) by name; the
// last of a name counts.
type LoginDefs map[string]string

// ParseLoginDefs reads what /etc/login.defs holds: a name, blanks, a value that
// may stand in double quotes.
func ParseLoginDefs(data []byte) LoginDefs {
	defs := make(LoginDefs)
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "#") {
			continue
		}
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			continue
		}
		defs[text[:end]] = strings.Trim(strings.TrimSpace(text[end:]), `"`)
	}
	return defs
}

// UserGroups reports whether useradd makes a group of the user's own name, and
// userdel removes it: USERGROUPS_ENAB, which is off unless it is yes.
func (d LoginDefs) UserGroups() bool { return strings.EqualFold(d["USERGROUPS_ENAB"], "yes") }
