package tui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// No returns to the previous screen and its row, without changing anything; esc
// does the same.
func TestNoLeadsBack(t *testing.T) {
	t.Parallel()
	const toUser = "down down down down down enter"
	for name, c := range map[string]struct {
		staged bool // a shell is staged
		way    string
		ask    string
	}{
		"editor":               {true, toUser + " enter e", "esc A"},
		"instance, difference": {true, toUser + " enter down", "d"},
		"instance, apply":      {true, toUser + " enter down", "A"},
		"instance, removal":    {false, toUser + " enter down", "-"},
		"instances, removal":   {false, toUser + " down", "-"},
		"instances, removals":  {false, toUser + " space down space", "-"},
		"basket, difference":   {true, "b", "d"},
		"basket, apply":        {true, "b", "A"},
		"history, undo":        {true, "b A wait tab enter wait H", "U"},
		"run, undo":            {true, "b A wait tab enter wait H enter down", "U"},
		"result, undo":         {true, "b A wait tab enter wait", "U"},
		"log, undo":            {true, "b A wait tab enter wait L g", "U"},
	} {
		for _, answer := range []string{"enter", "esc"} {
			t.Run(name+" "+answer, func(t *testing.T) {
				d, fake := kitDrive(t)
				d.app.sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
				if c.staged {
					kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
				}
				press := func(keys string) {
					for _, key := range strings.Fields(keys) {
						if key == "wait" {
							d.pass(time.Second)
							continue
						}
						d.press(key)
					}
				}
				press(c.way)
				before, ran := d.app.crumbs(len(d.app.stack)), len(fake.Ran())
				depth, top := len(d.app.stack), d.app.top()
				press(c.ask)
				if d.app.here().Kind != kit.RouteDifference {
					t.Fatalf("%s leads to no plan:\n%s", c.ask, d.screen())
				}
				d.pass(time.Second)
				if strings.Contains(d.screen(), "to remove ") {
					d.press("tab")
				}
				d.says("enter answer No")
				d.press(answer)
				if d.app.top() != top || len(d.app.stack) != depth {
					t.Errorf("%s leads elsewhere:\n%s", answer, d.screen())
				}
				if after := d.app.crumbs(len(d.app.stack)); safe.Join(after, ",") != safe.Join(before, ",") {
					t.Errorf("line 1 says %v, before %v", after, before)
				}
				if n := len(fake.Ran()); n != ran {
					t.Errorf("%d commands ran", n-ran)
				}
			})
		}
	}
}
