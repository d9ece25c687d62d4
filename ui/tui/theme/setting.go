package theme

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/nearest"
)

// Names returns the names of themes. auto is dark or light, as the terminal
// reports. high-contrast is auto with stronger hues.
func Names() []string { return []string{"auto", "dark", "light", "high-contrast"} }

// tokenNames returns the tokens that a configuration can give a colour, by
// name.
func tokenNames() map[string]Token {
	return map[string]Token{
		"muted": Muted, "dim": Dim, "faint": Faint, "accent": Accent, "ok": OK,
		"change": Change, "add": Add, "remove": Remove, "danger": Danger, "info": Info,
	}
}

// Choice is the theme that the user selected.
type Choice struct {
	Fixed        bool // dark or light, regardless of the terminal
	Light        bool
	HighContrast bool
	Own          map[Token]color.Color
}

// Named returns the choice with a name. The error suggests the nearest name.
func Named(name string) (Choice, error) {
	switch name {
	case "", "auto":
		return Choice{}, nil
	case "dark":
		return Choice{Fixed: true}, nil
	case "light":
		return Choice{Fixed: true, Light: true}, nil
	case "high-contrast":
		return Choice{HighContrast: true}, nil
	}
	return Choice{}, fmt.Errorf("unknown theme %q%s", name, near(name, Names()))
}

// Colour sets the user's colour of a token: #rgb or #rrggbb.
func (c *Choice) Colour(token, colour string) error {
	all := tokenNames()
	t, ok := all[token]
	if !ok {
		var names []string
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
		return fmt.Errorf("unknown token %q%s", token, near(token, names))
	}
	own, err := parse(colour)
	if err != nil {
		return fmt.Errorf("theme.%s: %w", token, err)
	}
	if c.Own == nil {
		c.Own = make(map[Token]color.Color)
	}
	c.Own[t] = own
	return nil
}

func near(name string, names []string) string {
	if n := nearest.Of(name, names); n != "" {
		return " (did you mean " + strconv.Quote(n) + "?)"
	}
	return " (use " + strings.Join(names, ", ") + ")"
}

func parse(text string) (color.Color, error) {
	if digits, ok := strings.CutPrefix(text, "#"); ok && (len(digits) == 3 || len(digits) == 6) {
		if len(digits) == 3 {
			digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
		}
		if n, err := strconv.ParseUint(digits, 16, 32); err == nil {
			return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}, nil
		}
	}
	return nil, fmt.Errorf("%q is not a colour (example: #b7a3ff)", text)
}

// Options applies the choice to the options of a terminal.
func (c Choice) Options(opt Options) Options {
	opt.HighContrast, opt.Own = c.HighContrast, c.Own
	if c.Fixed {
		if opt.Light != c.Light {
			opt.Background = nil
		}
		opt.Light = c.Light
	}
	return opt
}
