package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Esc and a key directly after it arrive as one key with alt; both are handled.
func TestEscapeAndKey(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("/ u s")
	d.says("/us_")
	d.send(tea.KeyPressMsg{Code: 'q', Mod: tea.ModAlt}) // esc ends the filter, q quits
	d.idle()
	if !d.quit {
		t.Errorf("q after esc was lost:\n%s", d.screen())
	}
}

func TestEscaped(t *testing.T) {
	for name, c := range map[string]struct {
		key  tea.KeyPressMsg
		want string
	}{
		"letter":      {tea.KeyPressMsg{Code: 'j', Mod: tea.ModAlt}, "j"},
		"capital":     {tea.KeyPressMsg{Code: 'a', ShiftedCode: 'A', Mod: tea.ModAlt | tea.ModShift}, "A"},
		"sign":        {tea.KeyPressMsg{Code: ':', Mod: tea.ModAlt}, ":"},
		"esc":         {tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt}, "esc"},
		"enter":       {tea.KeyPressMsg{Code: tea.KeyEnter, Mod: tea.ModAlt}, "enter"},
		"blank":       {tea.KeyPressMsg{Code: tea.KeySpace, Mod: tea.ModAlt}, "space"},
		"ctrl":        {tea.KeyPressMsg{Code: 'u', Mod: tea.ModAlt | tea.ModCtrl}, "ctrl+u"},
		"arrow":       {tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModAlt}, ""},
		"without alt": {tea.KeyPressMsg{Code: 'j', Text: "j"}, ""},
	} {
		esc, then, ok := escaped(c.key)
		if got := then.String(); ok != (c.want != "") || ok && (got != c.want || esc.String() != "esc") {
			t.Errorf("%s: %v %q after %q, want %q", name, ok, got, esc.String(), c.want)
		}
	}
}

// Esc twice in one burst arrives as one key: the first closes the filter, and
// the following keys are not typed into it.
func TestEscapeTwice(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down enter / a b c")
	d.says("/abc_")
	d.send(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt})
	d.idle()
	d.lacks("/abc")
	d.says("types  ", "━ types ")
}
