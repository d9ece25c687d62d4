package tui

import (
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// On the difference and on the result an unrelated error does not replace their
// own message. It is in the log, and on the screens below.
func TestOlderErrorsGiveWayToThePlanAndTheResult(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b")
	d.send(kit.SayMsg{Text: "pip did not list", Bad: true})
	d.says("! pip did not list")
	d.press("A")
	d.says("planned at ")
	d.lacks("pip did not list")
	d.pass(kit.TypeAheadPause)
	d.press("x")
	d.says("x x: no message is shown")
	d.press("esc")
	d.says("! pip did not list")
	d.press("A")
	d.pass(kit.TypeAheadPause)
	d.press("tab enter")
	d.pass(kit.TypeAheadPause)
	d.says("current state", "resource")
	d.lacks("! pip did not list ")
	d.send(kit.SayMsg{Text: "what came up here", Bad: true})
	d.says("! what came up here")
	d.press("x")
	d.lacks("what came up here")
	d.press("L")
	d.says("pip did not list", "what came up here")
}
