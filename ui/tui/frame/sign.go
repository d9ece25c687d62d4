package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Sign is the verdict in column 3, the same character in every mode.
type Sign byte

const (
	NoSign      Sign = 0   // nothing to say, not managed
	SignInSync  Sign = '=' // is equals wanted; done and read again
	SignChanges Sign = '~' // changes, or is staged to change
	SignAdds    Sign = '+' // adds: a resource, a line, a character
	SignRemoves Sign = '-' // removes
	SignNeeds   Sign = '!' // needs you: invalid, failed, did not take, a finding
	SignCannot  Sign = 'x' // cannot, or untouched: unsuitable, disabled, skipped
	SignUnknown Sign = '?' // not known
	SignMoved   Sign = '^' // not what it was at the last look; stopped, untouched
	SignDefault Sign = '*' // the default
	SignWaits   Sign = '.' // waits
	SignWorks   Sign = 'o' // works; swells twice a second
)

// Strongest is the one sign of a row that several would fit: the others are
// said in its words. SignDefault gives way to all but NoSign.
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

// Token is what the sign means. Strong is said where the sign is the point of the
// screen: = is green after an apply only, x is red in why only.
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

// word is before the text of a row where no sign may move.
func (s Sign) word() safe.Text {
	switch s {
	case SignWaits:
		return "waits"
	case SignWorks:
		return "works"
	}
	return ""
}
