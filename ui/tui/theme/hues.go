package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// hue is a colour for dark and light backgrounds, each for true colour and as
// the nearest suitable number of 256 colours. ansi is a number of the 16
// colours; empty means faint.
type hue struct {
	dark, light       string
	dark256, light256 string
	ansi              string
}

// hues returns the colours of the tokens that have a colour. Contrasts against
// #161a22 and #fbfaf6: muted 6.0 and 4.8, dim 4.3 and 3.6, accent 8.0 and 6.1,
// ok 10.3 and 4.9, change 10.8 and 5.7, remove 7.9 and 5.2, danger 6.5 and 5.8,
// info 9.6 and 5.3. Faint is for rules only.
func hues() map[Token]hue {
	return map[Token]hue{
		Muted:  {"#8f98ad", "#667085", "246", "242", ""},
		Dim:    {"#757e93", "#7b8395", "243", "246", ""},
		Faint:  {"#474f63", "#c3c8d4", "239", "251", ""},
		Accent: {"#b7a3ff", "#6a3fd4", "141", "62", "5"},
		OK:     {"#86d993", "#1a7f37", "114", "29", "2"},
		Change: {"#f0c674", "#8a5a00", "222", "94", "3"},
		Add:    {"#86d993", "#1a7f37", "114", "29", "2"},
		Remove: {"#ff8f87", "#bf3a2b", "210", "130", "1"},
		Danger: {"#ff6f7d", "#c4162a", "204", "160", "1"},
		Info:   {"#74cde0", "#0b7285", "116", "24", "6"},
	}
}

// strongHues replace the quiet hues in high contrast.
func strongHues() map[Token]hue {
	return map[Token]hue{
		Muted:  {"#d3d9e6", "#2b3140", "252", "236", ""},
		Dim:    {"#b9c0cf", "#414958", "250", "238", ""},
		Faint:  {"#8f98ad", "#667085", "246", "242", ""},
		Accent: {"#d0c3ff", "#4a1fb8", "183", "55", "5"},
		Remove: {"#ffb3ad", "#98190c", "217", "88", "1"},
		Danger: {"#ff9aa4", "#98000f", "217", "88", "1"},
	}
}

// The assumed background until the terminal reports its background.
const darkBackground, lightBackground = "#161a22", "#fbfaf6"

// palette computes the colours of a theme.
type palette struct {
	opt        Options
	hues       map[Token]hue
	background color.Color
}

func newPalette(opt Options) palette {
	p := palette{opt: opt, hues: hues(), background: opt.Background}
	if opt.HighContrast {
		for t, h := range strongHues() {
			p.hues[t] = h
		}
	}
	if p.background == nil {
		p.background = p.pick(lipgloss.Color(darkBackground), lipgloss.Color(lightBackground))
	}
	return p
}

// tints reports whether a background can be mixed or at least named.
func (p palette) tints() bool { return p.opt.Profile >= colorprofile.ANSI256 }

func (p palette) colours() bool { return p.opt.Profile >= colorprofile.ANSI }

func (p palette) pick(dark, light color.Color) color.Color {
	if p.opt.Light {
		return light
	}
	return dark
}

// exact returns the hue of a token as configured.
func (p palette) exact(t Token) color.Color {
	if own, ok := p.opt.Own[t]; ok {
		return own
	}
	h := p.hues[t]
	return p.pick(lipgloss.Color(h.dark), lipgloss.Color(h.light))
}

// shown returns the hue of a token in the colours of this terminal.
func (p palette) shown(t Token) color.Color {
	if _, own := p.opt.Own[t]; own {
		return p.opt.Profile.Convert(p.exact(t))
	}
	if p.opt.Profile == colorprofile.ANSI256 {
		h := p.hues[t]
		return p.pick(lipgloss.Color(h.dark256), lipgloss.Color(h.light256))
	}
	return p.opt.Profile.Convert(p.exact(t))
}

// tint mixes a share of a hue into the background. For 256 colours the tints
// are named, because the nearest colour to a thin tint would stand out.
func (p palette) tint(t Token, dark, light float64, dark256, light256 string) color.Color {
	if p.opt.Profile == colorprofile.ANSI256 {
		return p.pick(lipgloss.Color(dark256), lipgloss.Color(light256))
	}
	share := dark
	if p.opt.Light {
		share = light
	}
	if p.opt.HighContrast {
		share = min(1, share*1.5)
	}
	return p.opt.Profile.Convert(mix(p.exact(t), p.background, share))
}

// mix mixes a share of a colour into a second colour.
func mix(over, under color.Color, share float64) color.Color {
	or, og, ob, _ := over.RGBA()
	ur, ug, ub, _ := under.RGBA()
	part := func(o, u uint32) uint8 { return uint8((float64(o)*share + float64(u)*(1-share)) / 257) }
	return color.RGBA{R: part(or, ur), G: part(og, ug), B: part(ob, ub), A: 0xff}
}
