package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options are what a theme is made for. The zero value is a dark terminal without
// colours.
type Options struct {
	Profile      colorprofile.Profile // how many colours the terminal has
	Light        bool
	Background   color.Color // as the terminal says (OSC 11); nil until it does
	HighContrast bool
	ASCII        bool                  // no character beyond ASCII
	Own          map[Token]color.Color // of the configuration, in place of the theme's own
}

// Ink is a style as the bytes before and after a text.
type Ink struct{ Open, Close string }

// Theme is how every token looks on one terminal.
type Theme struct {
	opt    Options
	tints  bool
	styles [tokens]lipgloss.Style
	inks   [tokens][rows]Ink
	glyphs Glyphs
}

// New makes a theme, in less than a millisecond.
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

// Options are what the theme was made for.
func (t *Theme) Options() Options { return t.opt }

// Ink is how a token looks on a row.
func (t *Theme) Ink(tok Token, row Row) Ink { return t.inks[tok][row] }

// Style is how a token looks on a row that is not lit, for what Lip Gloss and
// Bubbles draw.
func (t *Theme) Style(tok Token) lipgloss.Style { return t.styles[tok] }

// Glyphs are the characters of borders, bars and marks.
func (t *Theme) Glyphs() *Glyphs { return &t.glyphs }

// Tinted reports whether there are tints: from 256 colours.
func (t *Theme) Tinted() bool { return t.tints }

// Badge are the characters on both sides of a word on a tint, which is in brackets
// where there are no tints; "" for every other token.
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
