package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kit"
)

const movedBefore = "alice:present:1001:1001:/bin/fish:$y$secret\ndeploy:present:1000:deploy:/bin/sh:$y$hash\nroot:present:0:0:/bin/bash:x\n"

// Drift between two reads is in the log by name, with the previous value, and
// never contains a secret.
func TestTheLogSaysWhatMoved(t *testing.T) {
	crowd := ""
	for i := range 9 {
		crowd += fmt.Sprintf("user%d:present:%d:1:/bin/sh:x\n", i, i)
	}
	for _, test := range []struct {
		name, first, then string
		says              []string
		lacks             string
	}{
		{
			"a value", movedBefore, strings.Replace(movedBefore, "1000:deploy", "1000:staff", 1),
			[]string{"^ ", "user deploy", "changed: gid 'deploy', now 'staff'"},
			"alice",
		},
		{
			"a secret", movedBefore, strings.Replace(movedBefore, "$y$hash", "$y$new", 1),
			[]string{"user deploy", "changed: password (secret)"},
			"$y$",
		},
		{"one is gone", movedBefore, strings.Replace(movedBefore, "root:present:0:0:/bin/bash:x\n", "", 1), []string{"^ ", "gone: root"}, "moved:"},
		{"one came", movedBefore, movedBefore + "bob:present:7:7:/bin/sh:x\n", []string{"^ ", "new: bob"}, "moved:"},
		{
			"many", crowd, strings.ReplaceAll(crowd, "/bin/sh", "/bin/bash"),
			[]string{"user user4", "changed: shell '/bin/sh', now '/bin/bash'", "and 4 more changed"},
			"user user5",
		},
		{"many came", movedBefore, movedBefore + crowd, []string{"new: user0, user1, user2, user3, user4 and 4 more"}, "user5"},
		{"nothing", movedBefore, movedBefore, nil, "^"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, fake := drive(t, 120, 36, Options{})
			d.press("down down down down down enter")
			fake.Put("/etc/passwd", test.first, 0o644)
			d.press("r")
			d.app.sh.Log.Notes = nil
			fake.Put("/etc/passwd", test.then, 0o644)
			d.press("r L")
			d.says(test.says...)
			d.lacks(test.lacks)
		})
	}
}

// A change by ralsh is not drift, and the log does not call it that.
func TestTheLogDoesNotCallMovedWhatWasChangedFromHere(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	d.press("down down down down down enter")
	fake.Put("/etc/passwd", strings.Replace(movedBefore, "/bin/sh", "/bin/zsh", 1), 0o644)
	d.send(kit.ChangedMsg{})
	d.idle()
	d.says("/bin/zsh")
	d.press("L")
	d.lacks("^")
}

// A row that changed shows its previous state: by w, next to the list or below
// it, and in the instance opened from it.
func TestARowThatMovedSaysWhatItWas(t *testing.T) {
	for _, test := range []struct {
		name       string
		width      int
		then, keys string
		says       []string
	}{
		{"beside", 120, "/bin/zsh", "", []string{" ^ shell      /bin/zsh", "^ changed: shell '/bin/sh', now"}},
		{"below", 80, "/bin/zsh", "", []string{"^ changed: shell '/bin/sh', now '/bin/zsh'"}},
		{"why", 80, "/bin/zsh", "w", []string{"changed values of user deploy", "shell '/bin/sh', now '/bin/zsh'", "read from /etc/passwd:2", "providers"}},
		{"why, where it is odd too", 80, "/bin/fish", "w", []string{"shell '/bin/sh', now '/bin/fish'", "findings"}},
		{"on to what is odd", 80, "/bin/fish", "w down enter", []string{"findings about user deploy", "has the shell /bin/fish"}},
		{"on to the providers", 120, "/bin/zsh", "w down enter", []string{"providers", "default provider"}},
		{"opened", 80, "/bin/zsh", "enter", []string{"^ shell                /bin/zsh"}},
		{"opened, and why on another row", 80, "/bin/zsh", "enter w", []string{"changed values of user deploy"}},
		{"opened, and why", 80, "/bin/zsh", "enter down down down w", []string{"shell '/bin/sh', now '/bin/zsh'"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, fake := drive(t, test.width, 30, Options{})
			d.press("down down down down down enter down")
			fake.Put("/etc/passwd", strings.Replace(movedBefore, "/bin/sh", test.then, 1), 0o644)
			d.press("r")
			d.press(test.keys)
			d.says(test.says...)
		})
	}
}

// A new row shows that it is new; its values are not shown as changed.
func TestARowThatCameSaysSo(t *testing.T) {
	d, fake := drive(t, 120, 30, Options{})
	d.press("down down down down down enter")
	fake.Put("/etc/passwd", "aaron:present:7:7:/bin/sh:x\n"+movedBefore, 0o644)
	d.press("r k")
	d.says("> ^ aaron", " ^ ensure     present", "   uid        7")
	d.press("w")
	d.says("new: it was absent before", "ensure absent, now present")
	d.press("esc enter")
	d.says("^ ensure", "    uid ")
}

// A source that failed does not hide the drift of a row.
func TestWhyARowMovedComesBeforeWhoFailed(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down down enter")
	fake.Put("/var/apt", "polkitd:123\npuppet:7.23.0-1\nrake:13.0.6-3\nzlib:1.2.13\n", 0o644)
	d.press("r w")
	d.says("ensure '122-3', now '123'", "errors")
	d.press("down enter")
	d.says("pip cannot list: exit 1")
}

// A mark stays during auto-refresh, until the row was visited or the user reads
// again.
func TestAMarkStaysUntilItWasSeen(t *testing.T) {
	t.Parallel()
	const moved = "alice:present:1001:1001:/bin/fish:$y$secret\ndeploy:present:1000:deploy:/bin/zsh:$y$hash\n" // and root is gone
	cycle := func(d *driver) {
		d.pass(5 * time.Second)
		d.idle()
	}
	for _, test := range []struct {
		name  string
		do    func(d *driver, put func(string))
		marks bool
		gone  bool
	}{
		{"another look", func(d *driver, _ func(string)) { cycle(d); cycle(d) }, true, true},
		{"it is under the cursor", func(d *driver, _ func(string)) { d.press("down"); cycle(d) }, true, true},
		{"the cursor left it", func(d *driver, _ func(string)) { d.press("down up"); cycle(d) }, false, true},
		{"it was opened", func(d *driver, _ func(string)) { d.press("down enter esc"); cycle(d) }, false, true},
		{"the person reads again", func(d *driver, _ func(string)) { d.press("r") }, false, false},
		{"it moves on", func(d *driver, put func(string)) {
			put(strings.Replace(moved, "/bin/zsh", "/bin/csh", 1))
			cycle(d)
			d.press("down")
			d.says("changed: shell '/bin/sh', now '/bin/csh'")
		}, true, true},
		{"it is again what it was", func(d *driver, put func(string)) { put(strings.Replace(moved, "/bin/zsh", "/bin/sh", 1)); cycle(d) }, false, true},
		{"who was gone is back", func(d *driver, put func(string)) { put(moved + "root:present:0:0:/bin/bash:x\n"); cycle(d) }, true, false},
		{"its source fails", func(d *driver, put func(string)) {
			put("FAIL:gone\n")
			cycle(d)
			put(moved)
			cycle(d)
		}, true, true},
		{"the list was left", func(d *driver, _ func(string)) { d.press("esc enter") }, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, fake := drive(t, 80, 24, Options{})
			put := func(text string) { fake.Put("/etc/passwd", text, 0o644) }
			d.press("down down down down down enter R")
			put(moved)
			cycle(d)
			d.says("^ deploy", "^ 1 gone: root")
			test.do(d, put)
			if got := strings.Contains(d.screen(), "^ deploy"); got != test.marks {
				t.Errorf("marked: %v\n%s", got, d.screen())
			}
			if got := strings.Contains(d.screen(), "^ 1 gone: root"); got != test.gone {
				t.Errorf("said to be gone: %v\n%s", got, d.screen())
			}
		})
	}
}

// In an instance with auto-refresh the mark stays until the user reads again.
func TestAMarkInAnInstanceStaysUntilItIsReadAgain(t *testing.T) {
	d, fake := drive(t, 120, 24, Options{})
	d.press("down down down down down enter down enter R")
	fake.Put("/etc/passwd", strings.Replace(movedBefore, "/bin/sh", "/bin/zsh", 1), 0o644)
	for range 3 {
		d.pass(5 * time.Second)
		d.idle()
		d.says("^ shell                /bin/zsh")
	}
	d.press("r")
	d.lacks("^ shell")
	d.press("L")
	d.says("changed since the last read: shell '/bin/sh', now")
}
