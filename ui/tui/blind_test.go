package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Nothing is typed into a field that is not drawn: each key, text and paste
// shows what it needs, and the key to quit is not a character.
func TestNothingIsTypedBlind(t *testing.T) {
	for name, way := range map[string]string{"edit": "down enter enter e down enter", "jump": ":", "filter": "/", "name": "down n"} {
		t.Run(name, func(t *testing.T) {
			d, _ := drive(t, 120, 36, Options{})
			d.press(way)
			before := d.screen()
			d.send(tea.WindowSizeMsg{Width: 20, Height: 6})
			d.says("ctrl+c twice quits")
			for _, key := range []string{"a", "q", "x", "space", "backspace", "enter", "esc", "tab", "down", "ctrl+u"} {
				d.press(key)
				d.says(": needs a")
				if d.quit {
					t.Fatalf("%s leaves", key)
				}
				d.app.notes.shown = false
			}
			d.send(tea.PasteMsg{Content: "zz"})
			d.says("paste: needs a")
			d.app.notes.shown = false
			d.send(tea.WindowSizeMsg{Width: 120, Height: 36})
			if after := d.screen(); after != before {
				t.Errorf("it was\n%s\nand is\n%s", before, after)
			}
			d.send(tea.WindowSizeMsg{Width: 20, Height: 6})
			d.press("ctrl+c ctrl+c")
			if !d.quit {
				t.Error("ctrl+c twice does not leave")
			}
		})
	}
}
