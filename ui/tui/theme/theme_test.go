package theme

import (
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// contrast returns the contrast ratio of WCAG 2.
func contrast(a, b color.Color) float64 {
	luminance := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		part := func(v uint32) float64 {
			s := float64(v) / 0xffff
			if s <= .04045 {
				return s / 12.92
			}
			return math.Pow((s+.055)/1.055, 2.4)
		}
		return .2126*part(r) + .7152*part(g) + .0722*part(b)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// TestContrast checks that words are readable: ordinary and important text has
// a contrast of 4.5, absent values have 3.5. In high contrast all have 7 except
// for absent values on light.
func TestContrast(t *testing.T) {
	for _, light := range []bool{false, true} {
		for _, strong := range []bool{false, true} {
			p := newPalette(Options{Profile: colorprofile.TrueColor, Light: light, HighContrast: strong})
			for tok := range p.hues {
				least := 4.5
				switch {
				case tok == Faint:
					continue // rules
				case tok == Dim && !strong:
					least = 3.5
				case strong && (tok == Muted || tok == Dim || tok == Accent || tok == Remove || tok == Danger):
					least = 7
				}
				if got := contrast(p.exact(tok), p.background); got < least {
					t.Errorf("light %v, strong %v: token %d has a contrast of %.1f, at least %.1f", light, strong, tok, got, least)
				}
			}
		}
	}
}

// TestColoursOfATerminal checks that a terminal gets no more colours than it
// has.
func TestColoursOfATerminal(t *testing.T) {
	codes := regexp.MustCompile(`[0-9]+`)
	for profile, allowed := range map[colorprofile.Profile]func(open string, code int) bool{
		colorprofile.ANSI256: func(open string, _ int) bool { return !strings.Contains(open, "8;2;") },
		colorprofile.ANSI:    func(_ string, code int) bool { return code != 38 && code != 48 && code != 58 },
		colorprofile.ASCII:   func(_ string, code int) bool { return code < 30 },
		colorprofile.NoTTY:   func(_ string, code int) bool { return code < 30 },
	} {
		for _, light := range []bool{false, true} {
			th := New(Options{Profile: profile, Light: light, Own: map[Token]color.Color{Accent: color.RGBA{R: 0x12, G: 0x34, B: 0x56, A: 0xff}}})
			for tok := range tokens {
				for row := range rows {
					open := th.Ink(tok, row).Open
					for _, code := range codes.FindAllString(open, -1) {
						if n, _ := strconv.Atoi(code); !allowed(open, n) {
							t.Errorf("%v: token %d, row %d: %q", profile, tok, row, open)
						}
					}
				}
			}
		}
	}
}

// TestTintsAreOfTheBackground checks that tints lie between the terminal's own
// background and the hue.
func TestTintsAreOfTheBackground(t *testing.T) {
	back := color.RGBA{R: 0x00, G: 0x2b, B: 0x36, A: 0xff}
	a := New(Options{Profile: colorprofile.TrueColor, Background: back})
	b := New(Options{Profile: colorprofile.TrueColor})
	if a.Ink(Text, Selected) == b.Ink(Text, Selected) {
		t.Error("the row with the cursor is the same on two backgrounds")
	}
	if got := mix(color.White, color.Black, .5); got != (color.RGBA{R: 127, G: 127, B: 127, A: 255}) {
		t.Errorf("half white is %v", got)
	}
}

func TestChoice(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "auto": "", "dark": "", "light": "", "high-contrast": "",
		"drak":  `unknown theme "drak" (did you mean "dark"?)`,
		"solar": `unknown theme "solar" (use auto, dark, light, high-contrast)`,
	} {
		if _, err := Named(name); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	for _, c := range []struct{ token, colour, want string }{
		{"accent", "#ff8800", ""},
		{"accent", "#f80", ""},
		{"acent", "#f80", `unknown token "acent" (did you mean "accent"?)`},
		{"accent", "orange", `theme.accent: "orange" is not a colour (example: #b7a3ff)`},
		{"accent", "#ff88", `theme.accent: "#ff88" is not a colour (example: #b7a3ff)`},
		{"accent", "#gg0000", `theme.accent: "#gg0000" is not a colour (example: #b7a3ff)`},
		{"accent", "", `theme.accent: "" is not a colour (example: #b7a3ff)`},
	} {
		var choice Choice
		err := choice.Colour(c.token, c.colour)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s %s: %v, want %s", c.token, c.colour, err, c.want)
		}
		if want := (color.RGBA{R: 0xff, G: 0x88, A: 0xff}); err == nil && choice.Own[Accent] != want {
			t.Errorf("%s is %v", c.colour, choice.Own[Accent])
		}
	}
	dark, _ := Named("dark")
	if got := dark.Options(Options{Light: true, Background: color.White}); got.Light || got.Background != nil {
		t.Errorf("dark on a light terminal: %+v", got)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(Options{Profile: colorprofile.TrueColor})
	}
}
