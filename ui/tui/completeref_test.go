package tui

import (
	"testing"
	"time"
)

// A reference goes on with the types, then with what there is of the type, whether that
// was listed before or is listed for it; each element of a list by itself.
func TestReferencesComplete(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down down enter enter e end up up up")
	d.says(">   require")
	typed := func(text string) {
		d.typed(text)
		d.pass(time.Second)
	}
	typed("use")
	d.says("there is", " User[")
	d.press("tab")
	d.pass(time.Second)
	d.says("[User[ ", "User[alice]", "User[deploy]", "User[root]")
	typed("al")
	d.press("tab")
	d.says("User[alice]")
	d.lacks("there is")
	typed(", group[d")
	d.says("there is", "User[alice], Group[deploy]")
	d.press("tab")
	d.says("Group[deploy]", " given")
	d.lacks("invalid")
}
