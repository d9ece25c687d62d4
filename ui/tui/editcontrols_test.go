package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What cannot be seen in a value stays in it, and the foot tells it from what
// looks the same.
func TestEditKeepsControls(t *testing.T) {
	for _, c := range []struct{ paste, seen, value, foot string }{
		{"/bin/a\rb\r", "/bin/a¶", "/bin/a\nb\n", "end of a line"},
		{"/bin/zsh\r", "[/bin/zsh ", "/bin/zsh", "Program started"},
		{"/bin/a\tb", `[/bin/a\tb`, "/bin/a\tb", `\t, \x1b and the like`},
		{`/bin/a\nb`, `[/bin/a\nb`, `/bin/a\nb`, `\n is a backslash`},
	} {
		d, _ := drive(t, 120, 36, Options{})
		d.press("down down down down down enter down e down down down enter ctrl+u")
		d.send(tea.PasteMsg{Content: c.paste})
		d.says(c.seen, c.foot)
		d.press("esc")
		d.lacks("and the like")
		if got, _ := d.app.sh.Basket.Drafts()[0].Text("shell"); got != c.value {
			t.Errorf("%q is kept as %q", c.paste, got)
		}
	}
}
