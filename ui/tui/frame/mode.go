package frame

import "ralsh/ui/safe"

// Mode is how the terminal is drawn on. The zero Mode is dark, with colours
// and UTF-8.
type Mode struct {
	ASCII   bool // rules, bars and ellipses from ASCII
	Plain   bool // for screen readers: no rules, no moving sign, no colour in the foot, words for marks
	NoColor bool // drop the colours and nothing else
	Light   bool // faint for rules only, yellow gets bold
}

// Ellipsis is the mark where text was cut.
func (m Mode) Ellipsis() string {
	if m.ASCII {
		return safe.ASCIIEllipsis
	}
	return safe.Ellipsis
}

// left is the mark of breadcrumbs that were left out; ">" stands between those.
func (m Mode) left() string {
	if m.ASCII {
		return ".."
	}
	return safe.Ellipsis
}

func (m Mode) thin() safe.Text {
	if m.ASCII {
		return "-"
	}
	return "─"
}

func (m Mode) heavy() safe.Text {
	if m.ASCII {
		return "="
	}
	return "━"
}

func (m Mode) bar() safe.Text {
	if m.ASCII {
		return "|"
	}
	return "│"
}
