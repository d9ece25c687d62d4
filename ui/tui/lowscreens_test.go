package tui

import "testing"

// At 80x24 the first screen says which provider is the default and why, and what the others
// lack, without a key; and help shows every key at once.
func TestLowScreensAnswerAtOnce(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down down down down")
	d.says("─ service  built in ─", "[debian] is the default. ", "x systemd: ", "systemd would be the default if it were suitable.")
	d.press("?")
	d.says("row up, row down", "this help", "mouse on, off")
	d.lacks("rows 1-")
}
