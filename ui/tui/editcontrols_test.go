package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Invisible characters in a value are kept, and the foot distinguishes them
// from text that looks the same.
func TestEditKeepsControls(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ paste, seen, value, foot string }{
		{"/bin/a\rb\r", "/bin/a¶", "/bin/a\nb\n", "end of a line"},
		{"/bin/zsh\r", "[/bin/zsh ", "/bin/zsh", "Program started"},
		{"/bin/a\tb", `[/bin/a\tb`, "/bin/a\tb", `\t, \x1b and similar`},
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

// A second undo of a field restores what the first one removed.
func TestEditUndoesAndBringsBack(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down down enter down e down down down")
	d.typed("/bin/zsh")
	draft := d.app.sh.Basket.Drafts()[0]
	for i, want := range []string{"", "/bin/zsh", ""} {
		d.press([]string{"esc u", "u", "u"}[i])
		d.lacks("has no edit")
		if got, _ := draft.Text("shell"); got != want {
			t.Errorf("after u %d times the shell is %q, want %q", i+1, got, want)
		}
	}
	d.press("up u")
	d.says("has no edit")
}
