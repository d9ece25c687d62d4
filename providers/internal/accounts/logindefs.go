package accounts

import "strings"

// LoginDefs maps names of /etc/login.defs (login.defs(5)) to values. Of a
// repeated name the last value counts.
type LoginDefs map[string]string

// ParseLoginDefs parses the content of /etc/login.defs. A line is a name,
// blanks and a value, which may be in double quotes.
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

// UserGroups reports whether useradd creates a group with the user's name and
// userdel removes it: USERGROUPS_ENAB, which is off unless it is yes.
func (d LoginDefs) UserGroups() bool { return strings.EqualFold(d["USERGROUPS_ENAB"], "yes") }
