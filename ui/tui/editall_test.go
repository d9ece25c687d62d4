package tui

import (
	"strconv"
	"testing"

	"ralsh/ui/tui/kittest"
)

// A range is selected by V at both its ends, or by the key that uses it.
func TestEditRange(t *testing.T) {
	d, _ := kitDrive(t)
	d.press(":")
	d.typed("user")
	d.press("enter g V j e")
	d.says("2 rows › edit", "2 users: 0 changes")
	d.press("esc esc esc g")
	d.press("e")
	d.says("deploy › edit")
}

// The editor of several drafts checks all of them on each key, so their number
// is limited.
func TestEditRangeHasAnEnd(t *testing.T) {
	sh, fake := kittest.Shared(t)
	for i := range 499 {
		fake.Put("/people/u"+strconv.Itoa(i), "ensure=present\n", 0o644)
	}
	d := driveOn(t, sh.Session, 120, 36, Options{})
	d.idle()
	d.press(":")
	d.typed("user")
	d.press("enter g V G e")
	d.says("501 rows are selected, but at most 500 can be edited together; E has no limit")
	d.press("G space e")
	d.says("500 rows › edit")
}

// V in the basket includes or excludes a range, and shows the result while the
// range is open.
func TestBasketRange(t *testing.T) {
	d, _ := kitDrive(t)
	for _, name := range []string{"deploy", "eve", "bob"} {
		kittest.StageChange(t, d.app.sh, "user", name, "comment", "x")
	}
	d.press("b g V")
	d.says("range: V omits 1 row from the next apply, esc cancels", "> ~ 1  user deploy", " ▎~ 2  user eve")
	d.press("down")
	d.says("V omits 2 rows from", "> ~ 2  user eve", "basket 3")
	d.lacks("▎~ 2  user eve")
	d.press("esc")
	d.says("▎~ 2  user eve", "basket 3")
	d.lacks("range: ")
	d.press("k V j V")
	d.says("basket 1 of 3")
	d.press("V k")
	d.says("V includes 2 rows in", "▎+    user eve", "▎+    user deploy")
	d.press("space")
	d.says("basket 3")
}
