package tui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kittest"
)

// A run is shown with its undo in three parts, and showing the undo changes
// nothing.
func TestRunShowsItsUndo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		attrs []string
		says  []string
		lacks []string
	}{
		"as it was": {
			[]string{"shell", "/bin/bash"},
			[]string{"[= 1 restored]", "restored", "1  user deploy", "$ /usr/sbin/usermod deploy shell=/bin/sh"},
			[]string{"partly", "cannot be undone"},
		},
		"not whole": {
			[]string{"shell", "/bin/bash", "password", "other"},
			[]string{"[~ 1 partly]", "partly restored", "1  user deploy", "$ /usr/sbin/usermod deploy shell=/bin/sh", "password keeps its value: "},
			[]string{"= 1 restored", "1 cannot be undone"},
		},
		"cannot": {
			[]string{"password", "other"},
			[]string{"[x 1 cannot be undone]", "cannot be undone", "User[deploy]", "password keeps its value: "},
			[]string{"= 1 restored", "partly"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, fake := kitDrive(t)
			d.app.sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
			kittest.StageChange(t, d.app.sh, "user", "deploy", c.attrs...)
			d.press("b A")
			d.pass(time.Second)
			d.press("A enter")
			d.says("1 of 1 is in the desired state")
			d.pass(time.Second)
			after := fake.Content("/people/deploy")
			d.press("esc esc H enter")
			d.says("history › run 1", "undo of run 1", "plan")
			d.says(c.says...)
			for _, text := range c.lacks {
				d.lacks(text)
			}
			if got := fake.Content("/people/deploy"); got != after {
				t.Errorf("looking at the undo changed %q to %q", after, got)
			}
			// If there is room for one pane only, the run is shown without the
			// undo.
			d.app.height = 14
			d.lacks("undo of run 1 ")
			d.says("step")
		})
	}
}

// After tab the undo of a run scrolls, next to the run and below it, and shows
// the position.
func TestTheUndoOfARunScrolls(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 24}, {80, 24}, {60, 24}} {
		d, _ := kitDrive(t)
		d.app.sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
		kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "other")
		kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash", "password", "other")
		kittest.StageChange(t, d.app.sh, "package", "nginx", "ensure", "present")
		d.press("b A")
		d.pass(time.Second)
		d.press("tab enter")
		d.pass(time.Second)
		d.press("esc esc H enter")
		d.app.width, d.app.height = size[0], size[1]
		d.says("run 1", "undo of run 1", "plan", "user deploy")
		seen := d.screen()
		d.press("tab")
		for range 40 {
			d.press("down")
			seen += d.screen()
		}
		for _, text := range []string{"user eve", "password keeps its value"} {
			if !strings.Contains(seen, text) {
				t.Errorf("%v: scrolling never shows %q:\n%s", size, text, d.screen())
			}
		}
		last := d.screen()
		if d.press("G"); d.screen() != last {
			t.Errorf("%v: down 40 times is not the end:\n%s", size, last)
		}
	}
}
