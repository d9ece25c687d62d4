package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kittest"
)

// Each source of a listing is in the log with the time at which it ended, and
// the log is in that order.
func TestTheLogSaysWhenEachSourceEnded(t *testing.T) {
	session, fake := kittest.Fixture(t)
	open := make(chan struct{})
	fake.Hold("/var/gem", open)
	d := driveOn(t, session, 120, 36, Options{})
	d.until("6 of 7 types counted")
	for _, key := range []string{"down", "down", "enter"} {
		d.send(keyOf(key))
	}
	d.until("gem is still listing")
	d.clock = d.clock.Add(500 * time.Millisecond)
	d.send(keyOf("R"))
	d.until("auto-refresh every 5 s")
	d.clock = d.clock.Add(600 * time.Millisecond)
	close(open)
	d.idle()
	d.press("L")
	rest := d.screen()
	for _, line := range []string{
		"12:04:31.000  package apt", "12:04:31.000  package pip", "12:04:31.500  message", "12:04:32.100  package gem",
	} {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Fatalf("%s is not there, or not in the order of time:\n%s", line, d.screen())
		}
		rest = after
	}
}
