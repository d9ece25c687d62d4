package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options describe the terminal of a theme. The zero value is a dark terminal
// without colours.
type Options struct {
	Profile      colorprofile.Profile // the number of colours of the terminal
	Light        bool
	Background   color.Color // as reported by the terminal (OSC 11); nil until then
	HighContrast bool
	ASCII        bool                  // no character beyond ASCII
	Own          map[Token]color.Color // colours of the configuration, which replace those of the theme
}

// Ink is a style as the bytes before and after a text.
type Ink struct{ Open, Close string }

// Theme holds the style of every token on a terminal.
type Theme struct {
	opt    Options
	tints  bool
	styles [tokens]lipgloss.Style
	inks   [tokens][rows]Ink
	glyphs Glyphs
}

// New makes a theme. It takes less than a millisecond.
func New(opt Options) *Theme {
	p := newPalette(opt)
	t := &Theme{opt: opt, tints: p.tints(), styles: p.styles(), glyphs: glyphs(opt)}
	for tok := range tokens {
		for row := range rows {
			open, end, _ := strings.Cut(p.lit(tok, t.styles[tok], row).Render("x"), "x")
			t.inks[tok][row] = Ink{open, end}
		}
	}
	return t
}

// Options returns the options that the theme was made with.
func (t *Theme) Options() Options { return t.opt }

// Ink returns the bytes around a token on a row.
func (t *Theme) Ink(tok Token, row Row) Ink { return t.inks[tok][row] }

// Glyphs returns the characters of borders, bars and marks.
func (t *Theme) Glyphs() *Glyphs { return &t.glyphs }

// Tinted reports whether the terminal can show tints, which need 256 colours.
func (t *Theme) Tinted() bool { return t.tints }

// Badge returns the characters on both sides of a word on a tint: blanks, or
// brackets on a terminal without tints. They are "" for other tokens.
func (t *Theme) Badge(tok Token) (before, after string) {
	switch {
	case tok == Brand:
		return " ", " "
	case tok == Button || tok == ButtonOff:
		if t.tints && !t.opt.ASCII {
			return "  ", "  "
		}
		return "[ ", " ]"
	case !tok.badge():
		return "", ""
	case t.tints:
		return " ", " "
	}
	return "[", "]"
}
