package tui

import (
	"testing"

	"ralsh/ui/tui/kittest"
)

// Line 1 counts the ready drafts on every screen, whether the basket was opened
// or not. A draft that waits for another one does not count.
func TestTheBasketIsCountedTheSameOnEveryScreen(t *testing.T) {
	d, _ := kitDrive(t)
	deploy := kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "require", "User[nobody]")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	for _, keys := range []string{"j", "enter", "b", "esc"} {
		d.press(keys)
		d.says("basket 1 of 2")
	}
	// Edits on another screen are checked immediately, and the previous result
	// of the plan is outdated.
	deploy.Set("require", "")
	deploy.Set("shell", "/bin/sh")
	d.press("b")
	d.says("basket 1 of 2", "in sync since")
	d.press("esc")
	deploy.Set("shell", "/bin/bash")
	d.press("j")
	d.says("basket 2")
	d.lacks("of 2 ")
	deploy.Set("expiry", "tomorrow")
	d.press("j")
	d.says("basket 1 of 2")
}
