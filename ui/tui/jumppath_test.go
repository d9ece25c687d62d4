package tui

import (
	"testing"
	"time"
)

// A typed path leads to its file, below the values that contain it, and a value
// leads to its property.
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
