package tui

import (
	"testing"

	"ralsh/ui/tui/kit"
)

// Changes by our own apply are not drift, neither in the log nor in lists.
func TestOwnApplyIsNoMove(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	d.press("down down down down down enter down enter")
	fake.Put("/etc/passwd", "alice:present:1001:1001:/bin/sh:x\ndeploy:present:1000:1000:/bin/zsh:x\n", 0o644)
	d.send(kit.ChangedMsg{})
	d.idle()
	d.says("/bin/zsh")
	d.lacks("^ shell")
	d.press("L")
	d.says("read again after the apply")
	d.lacks("has moved")
	d.press("esc esc")
	d.lacks("^ deploy")
	d.press("enter")
	fake.Put("/etc/passwd", "deploy:present:1000:1000:/bin/sh:x\n", 0o644)
	d.press("r")
	d.says("^ shell")
	d.press("L")
	d.says("changed since the last read")
}
