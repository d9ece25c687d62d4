package accounts

import "strings"

// LoginDefs are the settings of /etc/login.defs (login.defs(5)) by name; the
// last of a name counts.
type LoginDefs map[string]string

// ParseLoginDefs reads what /etc/login.defs holds: a name, blanks, a value that
// may stand in double quotes.
func ParseLoginDefs(text string) LoginDefs {
	defs := make(LoginDefs)
	for line := range strings.Lines(text) {
		text := strings.TrimSpace(line)
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
