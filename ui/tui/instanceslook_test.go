package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kittest"
)

// When a list that was read before is opened, the details of the row under the
// cursor are shown as after moving there.
func TestEnteringAListLooksAtItsRow(t *testing.T) {
	for width, beside := range map[int][]string{
		120: {"/bin/sh → /bin/bash", "relationships", "→ group deploy", "commands"},
		200: {"/bin/sh → /bin/bash", "relationships", "→ group deploy", "commands", "history", "run 1", "documentation"},
	} {
		d, _ := historyOn(t, width, 36, aJournal)
		d.press("esc g down down down down down enter down left")
		kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
		d.press("enter")
		d.says(beside...)
		before := d.screen()
		d.press("down up")
		if d.screen() != before {
			t.Errorf("%d: a cursor that was moved away and back shows\n%s\nand at first\n%s", width, d.screen(), before)
		}
	}
}

// When a terminal becomes wider, or a list is no longer zoomed, the details
// next to the list are computed.
func TestWhatComesIntoSightIsLookedAt(t *testing.T) {
	d, _ := historyOn(t, 80, 36, aJournal)
	d.press("esc g down down down down down enter down")
	for _, size := range []int{120, 200} {
		d.send(tea.WindowSizeMsg{Width: size, Height: 36})
		d.idle()
		d.says("→ group deploy")
	}
	d.says("history")
	d.press("z down")
	if strings.Contains(d.screen(), "relationships") {
		t.Fatal("z left the pane beside the list")
	}
	d.press("up z")
	d.says("→ group deploy", "history")
}
