package tui

import "testing"

// On the confirmation and on the result an error about something else does not
// stand in the place of what they say themselves; it is in the log, and on the
// screens from which one came.
func TestOlderErrorsGiveWayToThePlanAndTheResult(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	stage(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b")
	d.send(sayMsg{text: "pip did not list", bad: true})
	d.says("! pip did not list")
	d.press("A")
	d.says("plan made ")
	d.lacks("pip did not list")
	d.pass(typeAheadPause)
	d.press("x")
	d.says("x x: there is no message")
	d.press("esc")
	d.says("! pip did not list")
	d.press("A")
	d.pass(typeAheadPause)
	d.press("tab enter")
	d.pass(typeAheadPause)
	d.says("what is now true", "resource")
	d.lacks("! pip did not list ")
	d.send(sayMsg{text: "what came up here", bad: true})
	d.says("! what came up here")
	d.press("x")
	d.lacks("what came up here")
	d.press("L")
	d.says("pip did not list", "what came up here")
}
