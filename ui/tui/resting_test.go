package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
)

// While the cursor moves, the pane next to the list stays. It changes once the
// cursor rests, and results for an earlier row are ignored.
func TestPanesFollowACursorThatRests(t *testing.T) {
	for name, test := range map[string]struct{ way, before, after string }{
		"types":     {"down down", "─ package  built in", "─ user  built in"},
		"instances": {"down down down down down enter", "─ user alice", "─ user root"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := drive(t, 160, 45, Options{})
			d.press(test.way)
			var rests []tea.Msg
			d.app.sh.After = func(wait time.Duration, msg tea.Msg) tea.Cmd {
				if _, ok := msg.(kit.RestedMsg); ok {
					rests = append(rests, msg)
				}
				return nil
			}
			d.says(test.before)
			moves := 3
			if name == "instances" {
				moves = 2
			}
			for range moves {
				d.send(keyOf("down"))
			}
			d.says(test.before)
			if len(rests) != moves {
				t.Fatalf("%d moves asked for %d waits: a key was kept back", moves, len(rests))
			}
			d.send(rests[0])
			d.says(test.before)
			d.send(rests[moves-1])
			d.idle()
			d.says(test.after)
		})
	}
}

// The columns take the focus in turn, and the list keeps its cursor.
func TestColumnsTakeTheFocusInTurn(t *testing.T) {
	d, _ := drive(t, 160, 45, Options{})
	d.press("down down down down down tab")
	d.says("━ user ")
	d.press("down space tab")
	d.says("━ user root ", "1 selected")
	d.press("tab")
	d.says("━ types ", "▏   root")
	d.press("tab")
	d.says("━ user ", "3 of 3, 1 selected")
	d.press("left")
	d.says("━ types ")
	d.send(tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift})
	d.idle()
	d.says("━ user   built in")
	d.press("enter")
	d.says("default provider")
}
