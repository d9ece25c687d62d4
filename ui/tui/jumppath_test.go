package tui

import (
	"testing"
	"time"
)

// A path that is typed alone leads to its file, below the values that hold it, and a value
// to the property that has it.
func TestJumpLeadsToAPathAndAProperty(t *testing.T) {
	d, f := drive(t, 120, 36, Options{})
	f.Put("/etc/motd", "hello\n", 0o644)
	d.press("down down down down down enter esc :")
	d.typed("/etc/motd")
	d.pass(time.Second)
	d.says("look for", "file", "/etc/motd")
	d.press("enter")
	d.says("types › file › /etc/motd")
	d.press(":")
	d.typed("1001")
	d.pass(time.Second)
	d.press("enter")
	d.says("types › user › alice", ">   uid")
}
