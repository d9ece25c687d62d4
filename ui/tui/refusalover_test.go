package tui

import (
	"testing"

	"ralsh/ui/tui/kittest"
)

// A refusal names the end of the order it is about, and goes when the next key does
// something; a key that means nothing leaves it.
func TestARefusalGoesWithTheNextKey(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	d.press("b g K")
	d.says("x it is the first of the order already")
	d.press("@")
	d.says("x it is the first of the order already")
	d.press("J")
	d.says("2  as staged", "2 of 2 will be applied")
	d.lacks("already")
	d.press("J")
	d.says("x it is the last of the order already")
	d.press("n") // says what it lacks itself
	d.says("x n: ")
	d.press("k")
	d.lacks("x n: ")

	// What is about something else stays its time.
	d.press("u")
	d.says("undone: press u again")
	d.press("j")
	d.says("undone: press u again")
}
