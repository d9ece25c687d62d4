package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Sign is the marker in column 3, the same character in every mode.
type Sign byte

const (
	NoSign      Sign = 0   // nothing to report, not managed
	SignInSync  Sign = '=' // current state equals the desired state; done and verified
	SignChanges Sign = '~' // changes, or is staged to change
	SignAdds    Sign = '+' // adds a resource, a line or a character
	SignRemoves Sign = '-' // removes
	SignNeeds   Sign = '!' // needs attention: invalid, failed, did not take, a finding
	SignCannot  Sign = 'x' // impossible, or unchanged: unsuitable, disabled, skipped
	SignUnknown Sign = '?' // unknown
	SignMoved   Sign = '^' // changed since the last read; stopped, unchanged
	SignDefault Sign = '*' // the default
	SignWaits   Sign = '.' // waits
	SignWorks   Sign = 'o' // running; changes its size twice a second
)

// Strongest returns the sign of a row to which several signs apply. The text of
// the row mentions the other signs. Any sign except NoSign replaces
// SignDefault.
func Strongest(signs ...Sign) Sign {
	best := NoSign
	for _, s := range signs {
		if s.rank() > best.rank() {
			best = s
		}
	}
	return best
}

func (s Sign) rank() int {
	switch s {
	case SignNeeds:
		return 9
	case SignCannot:
		return 8
	case SignMoved:
		return 7
	case SignChanges, SignAdds, SignRemoves:
		return 6
	case SignUnknown:
		return 5
	case SignWorks:
		return 4
	case SignWaits:
		return 3
	case SignInSync:
		return 2
	case SignDefault:
		return 1
	}
	return 0
}

// Token returns the style of the sign. strong selects the strong colour, for
// screens on which the sign matters most: = is green only after an apply, x is
// red only in why.
func (s Sign) Token(strong bool) theme.Token {
	switch s {
	case SignInSync:
		if strong {
			return theme.OK
		}
		return theme.Muted
	case SignChanges, SignMoved:
		return theme.Change
	case SignAdds:
		return theme.Add
	case SignRemoves:
		return theme.Remove
	case SignNeeds:
		return theme.Danger
	case SignCannot:
		if strong {
			return theme.Remove
		}
		return theme.Muted
	case SignUnknown, SignWaits, SignWorks:
		return theme.Info
	case SignDefault:
		return theme.Strong
	}
	return theme.Text
}

func (s Sign) text(swell bool) safe.Text {
	const all safe.Text = " =~+-!x?^*.oO"
	if s == SignWorks && swell {
		s = 'O'
	}
	for i := range all {
		if all[i] == byte(s) {
			return all[i : i+1]
		}
	}
	return " "
}

// word returns the text before a row in plain mode, in which signs do not
// change.
func (s Sign) word() safe.Text {
	switch s {
	case SignWaits:
		return "waiting"
	case SignWorks:
		return "working"
	}
	return ""
}
