package tui

import (
	"testing"

	"ralsh/ral/host/fakehost"
)

// A resource that needs root shows this before any edit, at every size with a
// foot.
func TestNotRootIsSaidBeforeTheEdit(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d, _ := drive(t, size[0], size[1], Options{}, fakehost.WithUID(1234))
		d.press("down down down down down enter down enter")
		if size[0] == 80 {
			d.says("x To change it: usermod writes /etc/passwd, and uid 1234 is not root.")
		}
		d.says("usermod writes")
		d.press("e")
		d.says("deploy › edit", "x usermod writes /etc/passwd, and", "is not root")
	}
	d, _ := drive(t, 60, 20, Options{}, fakehost.WithUID(1234))
	d.press("down down down down down enter down enter e")
	d.says("x usermod writes /etc/passwd, and uid 1234 is not root")
	d, _ = drive(t, 80, 24, Options{})
	d.press("down down down down down enter down enter e")
	d.lacks("To change it")
}
