package tui

import (
	"fmt"
	"strings"
	"testing"
)

// Runs are found by what they touched, without history having been looked at.
func TestJumpFindsRunsByWhatTheyTouched(t *testing.T) {
	session, _ := fixture(t)
	dir := t.TempDir() + "/state"
	session.KeepJournal(dir)
	aJournal(t, dir)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press(":")
	d.typed("nginx")
	d.says("run ", "Package[nginx] and 2 more failed")
	d.press("enter")
	d.says("run 2")
}

// What it is stands near the name, and a long kind is whole.
func TestJumpColumns(t *testing.T) {
	for width, at := range map[int]int{120: 51, 80: 45} {
		d, _ := drive(t, width, 24, Options{})
		d.press(":")
		d.typed("deploy")
		for line := range strings.Lines(d.screen()) {
			if strings.Contains(line, "uid deploy") && strings.Index(line, "uid ") != at {
				t.Errorf("at %d: %q", width, line)
			}
		}
		d.says("uid 1000", "group      deploy")
	}
}

func TestJumpNamesTheNearest(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	d.typed("polkitx")
	d.says(`nothing like "polkitx" among`, "names; polkitd?")
}

// tab keeps what was typed: first it completes the kind, then the name.
func TestJumpCompletes(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	d.typed("alic")
	d.press("tab")
	d.says(": [user alic ", "user       alice")
	d.press("tab")
	d.says(": [user alice ")
	d.press("enter")
	d.says("types > user > alice")
}

// No key waits for the names, and none is dropped: what was typed right behind
// the one that opens the palette is there, and is found once they are.
func TestJumpTypedAhead(t *testing.T) {
	session, fake := fixture(t)
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "group%05d:present:%d\n", i, i)
	}
	fake.Put("/etc/group", b.String(), 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	for range 5 {
		for _, r := range ":group04242" {
			d.send(keyOf(string(r)))
		}
		d.until(": [group04242 ")
		d.lacks("nothing like")
		d.idle()
		d.says(": [group04242 ", "group      group04242", "1 of 20,0")
		d.press("esc")
	}
}
