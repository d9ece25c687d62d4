package tui

import (
	"testing"
	"time"
)

// A row that disappeared is reported. Differences found by reading one instance
// are marked in the list too.
func TestWhatIsGoneIsReported(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down enter")
	fake.Put("/etc/group", "root:present:0\n", 0o644)
	d.press("r")
	d.says("^ 1 gone: deploy")
	d.press("r")
	d.lacks("gone")
	d.press("R")
	fake.Put("/etc/group", "wheel:present:10\n", 0o644)
	d.pass(5 * time.Second)
	d.idle()
	d.says("^ 1 gone: root; auto-refresh every 5 s", "^ wheel")
}

func TestWhatMovedInAnInstanceIsMarkedInTheList(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down enter enter")
	fake.Put("/etc/group", "deploy:present:7\nroot:present:0\n", 0o644)
	d.press("r esc")
	d.says("> ^ deploy ", " 7 ")
	d.press("enter")
	fake.Put("/etc/group", "root:present:0\n", 0o644)
	d.press("r esc")
	d.says("^ 1 gone: deploy")
	d.lacks("> ^ deploy")
}
