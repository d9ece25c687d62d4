package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/tui/sessionlog"
)

// kitDrive returns a driver on the host of the editor's tests.
func kitDrive(t *testing.T, opts ...fakehost.Option) (*driver, *fakehost.Host) {
	t.Helper()
	sh, fake := kittest.Shared(t, opts...)
	d := driveOn(t, sh.Session, 120, 36, Options{})
	d.idle()
	return d, fake
}

// From the list of types to a changed host, and back, by keys alone.
func TestFlow(t *testing.T) {
	d, fake := kitDrive(t)
	for !strings.Contains(d.screen(), "> user") && !strings.Contains(d.screen(), ">   user") {
		d.press("j")
	}
	d.press("enter enter e")
	d.says("user › deploy › edit")
	for !d.at("expiry") {
		d.press("down")
	}
	d.press("enter")
	d.typed("tomorrow")
	d.press("esc L")
	d.says("! 12:04:31", "user deploy", "expiry: Expiry dates must be YYYY-MM-DD")
	d.press("esc g A")
	d.says("x A: expiry is invalid: fix the value, or undo it with u", "tomorrow")
	d.press("enter ctrl+u")
	d.typed("2027-01-31")
	d.press("esc A")
	d.says("difference", "- absent", "+ 2027-01-31", "Yes, apply 1 change ")
	// Keys typed ahead are ignored.
	d.press("enter tab enter")
	d.says("Yes, apply 1 change ")
	if len(fake.Ran()) != 0 {
		t.Fatal("a key typed ahead applied")
	}
	d.says("ralsh ignored keys that were typed ahead")
	d.pass(time.Second)
	d.says("enter answer No", "Yes, apply 1 change ")
	d.press("tab")
	d.says("enter answer Yes", "Yes, apply 1 change ")
	d.press("enter")
	d.says("apply › result", "= 1 user deploy", "expiry is 2027-01-31", "1 of 1 is in the desired state")
	if got := fake.Content("/people/deploy"); !strings.Contains(got, "expiry=2027-01-31") {
		t.Errorf("the host was not changed: %s", got)
	}
	if !slices.ContainsFunc(d.app.sh.Log.Notes, func(e sessionlog.Entry) bool {
		return e.What == "changed: /usr/sbin/usermod deploy expiry=2027-01-31, exit 0"
	}) {
		t.Errorf("the log does not say what was done: %v", d.app.sh.Log.Notes)
	}
	if n := len(d.app.sh.Basket.Drafts()); n != 0 {
		t.Errorf("%d drafts are left of what is so now", n)
	}
	d.pass(time.Second)
	d.press("esc esc")
	d.says("2027-01-31")
}

// During an apply the user can look around, and cannot quit by accident.
func TestFlowWhileApplying(t *testing.T) {
	d, fake := kitDrive(t)
	held := make(chan struct{})
	fake.Hold("apt-get", held)
	d.run(kit.Push(kit.ToDifference(kittest.Decls()[2:5])))
	d.idle()
	d.pass(time.Second)
	d.press("A")
	d.send(keyOf("enter"))
	d.until("Waits for apt-get")
	d.send(keyOf("q"))
	d.says("x q: an apply is running; ctrl+c stops it after the current step")
	d.send(keyOf("esc"))
	d.says("x esc: an apply is running; ctrl+c stops it after the current step")
	d.send(keyOf("?"))
	d.says("help", "applying 1 of 3")
	close(held)
	d.idle()
	d.send(keyOf("esc"))
	d.says("apply › result", "failed: apt-get exit 100", "3 of 3 resources are not in the desired state")
}

// A user who is not root sees everything, and is warned before any question.
func TestFlowNotRoot(t *testing.T) {
	d, _ := kitDrive(t, fakehost.WithUID(1000))
	d.run(kit.Push(kit.ToDifference(kittest.Decls()[:1])))
	d.idle()
	d.pass(time.Second)
	d.says("x [ Yes ]  needs root", "usermod writes /etc/passwd, and alice is not root")
}
