package tui

import (
	"testing"

	"ralsh/ui/tui/kittest"
)

// A screen without rows parks the terminal's cursor at the beginning of its
// body. Help, whose keys are in columns, parks it on its >.
func TestScreensWithoutRowsParkTheCursor(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"b", "H", "b ?", "H ?", "enter", "down down enter"} {
		session, fake := kittest.Fixture(t)
		fake.Put("/etc/group", "", 0o644)
		for _, file := range []string{"/var/apt", "/var/gem"} {
			fake.Put(file, "FAIL:no such command\n", 0o644)
		}
		d := driveOn(t, session, 80, 24, Options{})
		d.idle()
		d.press(way)
		rowless := way == "b" || way == "H"
		if f := d.app.frame(); rowless && (f.CursorX != 0 || f.CursorY != 1) {
			t.Errorf("after %s the cursor is at %d,%d", way, f.CursorX, f.CursorY)
		}
		kittest.HoldMatrix(t, "after "+way, false, d.draw)
	}
}
