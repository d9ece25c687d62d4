package frame

import (
	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Mode is how the terminal is drawn on. The zero Mode is dark, with 256 colours and
// UTF-8.
type Mode struct {
	ASCII bool         // borders, bars and ellipses from ASCII
	Plain bool         // for screen readers: no borders, no moving sign, no colour, words for marks
	Theme *theme.Theme // nil is one made for each frame, which costs most of a millisecond
}

// Themed is the mode with a theme of these options, which the mode itself may
// restrict.
func (m Mode) Themed(opt theme.Options) Mode {
	opt.ASCII = opt.ASCII || m.ASCII
	if m.Plain {
		opt.Profile = colorprofile.NoTTY
	}
	m.Theme = theme.New(opt)
	return m
}

// complete is the mode with a theme.
func (m Mode) complete() Mode {
	if m.Theme == nil {
		return m.Themed(theme.Options{Profile: colorprofile.ANSI256})
	}
	return m
}

// Glyphs are the characters that the mode draws next to letters.
func (m Mode) Glyphs() *theme.Glyphs {
	if m.Theme == nil {
		return theme.GlyphsOf(m.ASCII)
	}
	return m.Theme.Glyphs()
}

// Ellipsis is the mark where text was cut.
func (m Mode) Ellipsis() string {
	if m.ASCII {
		return safe.ASCIIEllipsis
	}
	return safe.Ellipsis
}

// left is the mark of breadcrumbs that were left out.
func (m Mode) left() string {
	if m.ASCII {
		return ".."
	}
	return safe.Ellipsis
}
