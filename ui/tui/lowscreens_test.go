package tui

import "testing"

// At 80x24 the first screen shows without a key which provider is the default
// and why, and what the others lack. Help shows every key without scrolling.
func TestLowScreensShowReasons(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down down down down")
	d.says("─ service  built in ─", "[debian] is the default. ", "x systemd: ", "systemd would be the default if it were suitable.")
	d.press("?")
	d.says("row up, row down", "show help", "mouse on, off")
	d.lacks("rows 1-")
}
