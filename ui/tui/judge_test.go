package tui

import (
	"testing"

	"ralsh/ui/tui/kittest"
)

// Line 1 counts what is ready on every screen, whether the basket was visited or
// not: what waits for another one is not.
func TestTheBasketIsCountedTheSameOnEveryScreen(t *testing.T) {
	d, _ := kitDrive(t)
	deploy := kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "require", "User[nobody]")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	for _, keys := range []string{"j", "enter", "b", "esc"} {
		d.press(keys)
		d.says("basket 1 of 2")
	}
	// What is typed elsewhere is judged at once, and what the plan said of it before
	// is not so any more.
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
