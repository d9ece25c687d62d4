package tui

import (
	"testing"
	"time"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// An editor whose draft was applied begins a new draft, and keeps the later
// edits.
func TestEditAfterItsApply(t *testing.T) {
	d, _ := kitDrive(t)
	draft := kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.run(kit.Push(kit.ToEditor(draft)))
	d.idle()
	d.press("esc A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("1 of 1 is in the desired state")
	d.pass(time.Second)
	d.press("esc d")
	d.says("x d: no edits yet; enter edits")
	for !d.at("shell") {
		d.press("down")
	}
	d.press("enter ctrl+u")
	d.typed("/bin/zsh")
	d.press("esc b")
	d.says("1 of 1 will be applied", "user deploy")
}

// An edit of a resource during its apply is still staged.
func TestTypedDuringAnApply(t *testing.T) {
	d, fake := kitDrive(t)
	draft := kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "hunter2")
	other := kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash", "password", "hunter2")
	held := d.applies(fake)
	draft.Set("comment", "typed since")
	close(held)
	d.idle()
	d.says("2 of 2 are in the desired state", "basket 1")
	if text, _ := draft.Text("comment"); text != "typed since" || !other.Empty() {
		t.Errorf("comment %q; the other is empty: %v", text, other.Empty())
	}
}
