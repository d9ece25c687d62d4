package tui

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ralsh/model/config"
	"ralsh/ui/tui/theme"
)

// TestBackgroundIsAnswered lets the terminal report its background: late,
// twice, and without a colour.
func TestBackgroundIsAnswered(t *testing.T) {
	for _, c := range []struct {
		name  string
		light bool // after the terminal reported a light background
	}{{"auto", true}, {"high-contrast", true}, {"dark", false}, {"light", true}} {
		choice, err := theme.Named(c.name)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := drive(t, 120, 36, Options{Profile: colorprofile.TrueColor, choice: choice})
		d.press("down enter")
		before := d.screen()
		d.send(tea.BackgroundColorMsg{})
		d.send(tea.BackgroundColorMsg{Color: color.Gray{Y: 0xf0}})
		if got := d.app.sh.Mode.Theme.Options().Light; got != c.light {
			t.Errorf("%s: light is %v", c.name, got)
		}
		if d.screen() != before {
			t.Errorf("%s: the words changed", c.name)
		}
		d.send(tea.BackgroundColorMsg{Color: color.Black})
		if got := d.app.sh.Mode.Theme.Options().Light; got != (c.name == "light") {
			t.Errorf("%s: light is %v after a dark answer", c.name, got)
		}
	}
}

func TestThemeOfTheConfiguration(t *testing.T) {
	for _, c := range []struct {
		name    string
		setting config.Theme
		want    string
	}{
		{"", config.Theme{}, ""},
		{"light", config.Theme{At: "c:1:8", Name: "drak"}, ""},
		{"", config.Theme{At: "c:1:8", Name: "drak"}, `c:1:8: unknown theme "drak" (did you mean "dark"?)`},
		{"lihgt", config.Theme{}, `unknown theme "lihgt" (did you mean "light"?)`},
		{"", config.Theme{Colours: []config.Colour{{At: "c:2:3", Token: "accent", Colour: "red"}}}, `c:2:3: theme.accent: "red" is not a colour (example: #b7a3ff)`},
		{
			"",
			config.Theme{At: "c:1:8", Name: "drak", Colours: []config.Colour{{At: "c:2:3", Token: "accent", Colour: "red"}, {At: "c:3:3", Token: "acent", Colour: "#fff"}}},
			"c:1:8: unknown theme \"drak\" (did you mean \"dark\"?)\nc:2:3: theme.accent: \"red\" is not a colour (example: #b7a3ff)\nc:3:3: unknown token \"acent\" (did you mean \"accent\"?)",
		},
	} {
		_, err := themeOf(c.name, config.Settings{Theme: c.setting})
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%q, %+v: %v, want %s", c.name, c.setting, err, c.want)
		}
	}
}
