package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// applies confirms the plan of the basket, and returns while usermod waits for
// the channel to be closed.
func (d *driver) applies(fake *fakehost.Host) (held chan struct{}) {
	d.t.Helper()
	held = make(chan struct{})
	fake.Hold("usermod", held)
	d.press("b A")
	d.pass(time.Second)
	d.press("A")
	d.send(keyOf("enter"))
	d.until("Waits for usermod")
	return held
}

// Other screens show that ctrl+c stops an apply, and how the apply ended. esc
// leads back to it.
func TestApplyIsHeardOfElsewhere(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"f", "b", "L", "H", "?"} {
		for _, stop := range []bool{true, false} {
			d, fake := kitDrive(t)
			chained(t, d.app.sh)
			held := d.applies(fake)
			d.send(keyOf(key))
			d.until("applying 1 of 3")
			text := "the apply ended: 1 change done, 1 failed, 1 skipped. esc shows its result"
			if stop {
				d.send(keyOf("ctrl+c"))
				d.until("the apply stops after the current step; ctrl+c again stops usermod and quits")
				text = "the apply ended: 1 change done, 2 not started. esc shows its result"
			}
			close(held)
			d.idle()
			d.says(text)
			d.pass(time.Minute)
			d.says(text)
			d.press("esc")
			d.says("apply › result", "= 1 user deploy", "are not in the desired state")
			d.lacks("the apply ended")
		}
	}
}

// A success is shown for a while.
func TestApplyEndsWellElsewhere(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	held := d.applies(fake)
	d.send(keyOf("f"))
	close(held)
	d.idle()
	d.says("= the apply ended: 1 change done. esc shows its result")
	d.pass(time.Minute)
	d.lacks("the apply ended")
}

// A too small terminal shows the progress and the duration of an apply, and the
// key that would stop it, which is not q.
func TestSmallDuringAnApply(t *testing.T) {
	d, fake := kitDrive(t)
	chained(t, d.app.sh)
	held := d.applies(fake)
	d.app.width, d.app.height = 36, 8
	d.pass(12 * time.Second)
	d.says("applying 1 of 3  12", " s\n", "ctrl+c stops after this step")
	d.lacks("q quits")
	d.send(keyOf("ctrl+c"))
	d.pass(time.Minute)
	d.says("last step, ctrl+c again", "stops it now")
	for _, line := range strings.Split(d.screen(), "\n") {
		if w := ansi.StringWidth(line); w > 28 && !strings.HasPrefix(line, "Kept:") {
			t.Errorf("%d cells: %q", w, line)
		}
	}
	close(held)
	d.idle()
}

// The smallest terminal shows that ctrl+c was handled, even after another key
// was rejected there.
func TestTheSmallestSaysThatCtrlCWasTaken(t *testing.T) {
	d, fake := kitDrive(t)
	chained(t, d.app.sh)
	held := d.applies(fake)
	d.app.width, d.app.height = 20, 5
	d.says("ctrl+c stops after", "this step")
	d.send(keyOf("j"))
	d.says("needs a larger")
	d.send(keyOf("ctrl+c"))
	d.says("last step, ctrl+c", "again stops it now")
	d.lacks("needs a larger")
	close(held)
	d.idle()
}

// Any screen can be opened during an apply, and esc leads back to it.
func TestJumpDuringAnApply(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	held := d.applies(fake)
	d.send(keyOf(":"))
	for _, r := range "package" {
		d.send(keyOf(string(r)))
	}
	d.until("type       package")
	d.send(keyOf("enter"))
	d.until("basket › apply › package")
	d.until("applying 1 of 1")
	d.send(keyOf("esc"))
	d.until("Waits for usermod")
	close(held)
	d.idle()
	d.says("apply › result", "= 1 user deploy")
}

// A plan made during an apply is made again when the apply ends. Until then Yes
// is disabled, and the old plan is never applied.
func TestPlanDuringAnApplyIsMadeAgain(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	held := d.applies(fake)
	d.run(kit.Push(kit.ToDifference([]ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")})))
	d.until("x [ Yes ]  an apply is running")
	d.says("/bin/sh")
	close(held)
	for d.app.sh.Applying != nil {
		d.take(<-d.answers)
	}
	d.lacks("enter answer Yes")
	d.lacks("+ /bin/bash")
	d.idle()
	d.says("difference", "no changes are needed: user deploy is in sync", "the apply ended: 1 change done")
	d.lacks("/bin/sh ")
}

// A screen whose drawing panics does not affect others.
func TestScreenThatCannotBeDrawn(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.app.draw = d.app.sh.Guarded
	d.app.place(brokenScreen{d.app.sh.Make(kit.Route{Kind: kit.RouteFacts})}, kit.Route{})
	d.says("! cannot draw this screen (a bug in ralsh): no such row", "L shows the position in the code; esc goes back")
	d.press("L enter")
	d.says("no such row", "brokenScreen.View")
	d.press("esc esc esc")
	d.says("7 types")
}

type brokenScreen struct{ kit.Screen }

func (brokenScreen) View(int, int) frame.Content { panic("no such row") }
