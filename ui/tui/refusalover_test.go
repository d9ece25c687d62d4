package tui

import (
	"testing"

	"ralsh/ui/tui/kittest"
)

// A message that a key is unavailable names the key, and is removed when the
// next key does something. A key without a meaning keeps it.
func TestARefusalGoesWithTheNextKey(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	d.press("b g K")
	d.says("x the draft is already the first")
	d.press("@")
	d.says("x the draft is already the first")
	d.press("J")
	d.says("2  as staged", "2 of 2 will be applied")
	d.lacks("already")
	d.press("J")
	d.says("x the draft is already the last")
	d.press("n") // shows its own reason
	d.says("x n: ")
	d.press("k")
	d.lacks("x n: ")

	// Another message stays for its usual time.
	d.press("u")
	d.says("removed the draft: press u again")
	d.press("j")
	d.says("removed the draft: press u again")
}
