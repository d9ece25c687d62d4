package tui

import (
	"testing"
	"time"

	"ralsh/ral/host"
)

// applies says yes to what is in the basket, and comes to a usermod that waits for
// the channel to be closed.
func (d *driver) applies(fake *host.Fake) (held chan struct{}) {
	d.t.Helper()
	held = make(chan struct{})
	fake.Hold("usermod", held)
	d.press("b A")
	d.pass(time.Second)
	d.press("A tab")
	d.send(keyOf("enter"))
	d.until("Waiting for: usermod")
	return held
}

// An apply that is left for another screen is heard of there: that a stop was
// taken, and how it ended. esc leads back to it.
func TestApplyIsHeardOfElsewhere(t *testing.T) {
	for _, key := range []string{"f", "b", "L", "H", "?"} {
		for _, stop := range []bool{true, false} {
			d, fake := kitDrive(t)
			chained(t, d.app.sh)
			held := d.applies(fake)
			d.send(keyOf(key))
			d.until("applying 1 of 3")
			said := "the apply ended: 1 change done, 1 failed, 1 skipped. esc leads back to it"
			if stop {
				d.send(keyOf("ctrl+c"))
				d.until("the apply stops after this step, nothing more is begun; ctrl+c again: stop usermod and leave")
				said = "the apply ended: 1 change done, 2 not begun. esc leads back to it"
			}
			close(held)
			d.idle()
			d.says(said)
			d.pass(time.Minute)
			d.says(said)
			d.press("esc")
			d.says("apply > result", "= 1 user deploy", "are not as they should be")
			d.lacks("the apply ended")
		}
	}
}

// One that went well is told of for a while.
func TestApplyEndsWellElsewhere(t *testing.T) {
	d, fake := kitDrive(t)
	stage(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	held := d.applies(fake)
	d.send(keyOf("f"))
	close(held)
	d.idle()
	d.says("= the apply ended: 1 change done. esc leads back to its result")
	d.pass(time.Minute)
	d.lacks("the apply ended")
}
