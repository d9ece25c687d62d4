package frame

import (
	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Mode is how the terminal is drawn on. The zero Mode is dark, with 256 colours
// and UTF-8.
type Mode struct {
	ASCII bool         // borders, bars and ellipses in ASCII
	Plain bool         // for screen readers: no borders, no changing sign, no colour, words instead of marks
	Theme *theme.Theme // nil makes one for each frame, which takes almost a millisecond
}

// Themed returns the mode with a theme of these options, as far as the mode
// allows them.
func (m Mode) Themed(opt theme.Options) Mode {
	opt.ASCII = opt.ASCII || m.ASCII
	if m.Plain {
		opt.Profile = colorprofile.NoTTY
	}
	m.Theme = theme.New(opt)
	return m
}

func (m Mode) complete() Mode {
	if m.Theme == nil {
		return m.Themed(theme.Options{Profile: colorprofile.ANSI256})
	}
	return m
}

// Glyphs returns the characters that the mode draws next to letters.
func (m Mode) Glyphs() *theme.Glyphs {
	if m.Theme == nil {
		return theme.GlyphsOf(m.ASCII)
	}
	return m.Theme.Glyphs()
}

// Ellipsis returns the mark for cut text.
func (m Mode) Ellipsis() string {
	if m.ASCII {
		return safe.ASCIIEllipsis
	}
	return safe.Ellipsis
}

// crumbEllipsis returns the mark for omitted breadcrumbs.
func (m Mode) crumbEllipsis() string {
	if m.ASCII {
		return ".."
	}
	return safe.Ellipsis
}
