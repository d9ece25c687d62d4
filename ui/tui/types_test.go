package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kittest"
)

// The first frame is drawn before any provider has run, and a slow provider
// hides no other.
func TestTypesFillIn(t *testing.T) {
	session, fake := kittest.Fixture(t)
	open := make(chan struct{})
	for _, file := range []string{"/etc/passwd", "/var/gem"} {
		fake.Hold(file, open)
	}
	d := driveOn(t, session, 80, 24, Options{})
	d.says("user", "waiting", "package", "? help")
	d.until("git                2/2")
	d.until("5 of 7 types counted")
	d.until("! package")
	d.says("o user", "is reading, ", "! package")
	close(open)
	d.idle()
	d.says("7 types", "! user                 useradd            1/2             3")
	d.lacks("counted")
}

func TestTypesOpen(t *testing.T) {
	for keys, want := range map[string]string{
		"enter":                     "types › file",
		"down enter":                "types › group",
		"down down down enter":      "types › selboolean › providers",
		"down w":                    "types › group › providers",
		"down enter enter w":        "types › group › deploy › providers",
		"down enter enter ? esc":    "types › group › deploy  ",
		"down enter enter esc left": "types  ",
		"? f1":                      "types  ",
	} {
		d, _ := drive(t, 80, 24, Options{})
		d.press(keys)
		if got := d.screen(); !strings.HasPrefix(got, " ralsh   "+want) {
			t.Errorf("%s: want %q in\n%s", keys, want, got)
		}
	}
}

func TestTypesFilter(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("/")
	d.says("typing: ")
	d.typed("sofware")
	d.says("no type matches \"sofware\"", "/sofware_ 0 of 7")
	d.press("esc")
	d.lacks("/sofware")
	d.press("/")
	d.typed("soft !repo")
	d.press("enter")
	d.says("/soft !repo 1 of 7", "package")
	d.press("esc")
	d.says("group")
	d.press("!")
	d.says("! 4 of 7")
	d.lacks("group  ")
}

func TestLeaving(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("esc")
	d.says("this is the first screen; q quits")
	d.pass(5 * time.Second)
	d.lacks("this is the first screen")
	d.press("ctrl+c")
	d.says("ctrl+c again within 2 s quits")
	d.pass(3 * time.Second)
	d.press("ctrl+c")
	if d.quit {
		t.Fatal("two that are 3 s apart left")
	}
	d.press("ctrl+c")
	if !d.quit {
		t.Fatal("ctrl+c twice did not leave")
	}

	d, _ = drive(t, 80, 24, Options{})
	typ, _ := d.app.sh.Session.Type("user")
	d.app.sh.Basket.Draft(typ, "deploy", nil, nil).Set("shell", "/bin/bash")
	d.send(tea.WindowSizeMsg{Width: 30, Height: 8})
	d.press("q")
	d.says("q: would discard 1 draft;", "ctrl+c twice quits")
	if d.quit {
		t.Fatal("q left where it cannot ask")
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press("q")
	d.says("1 draft not applied", "user deploy")
	if d.press("enter"); d.quit {
		t.Fatal("the first answer is to stay")
	}
	if d.press("q down enter"); !d.quit {
		t.Fatal("it did not leave")
	}

	d, _ = drive(t, 80, 24, Options{})
	if d.press("q"); !d.quit {
		t.Fatal("without a draft q asks nothing")
	}
}

// The filter matches the summary of a type too, and the cursor moves to a type
// whose name begins with the text.
func TestTypesFilterGoesToTheName(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("/")
	d.typed("s")
	d.says("> x selboolean")
	d.typed("oft")
	d.says("> ! package")
}

// Keys typed ahead reach the screens that they open, one after the other.
func TestTypedAhead(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	for _, key := range []string{"down", "enter", "down", "enter", "w"} {
		d.send(keyOf(key))
	}
	d.idle()
	d.says("types › group › root › providers")
}

func TestTooSmall(t *testing.T) {
	d, _ := drive(t, 36, 8, Options{})
	d.says("ralsh needs 40x10 here.", "This terminal is 36x8.")
	d.press("enter")
	if len(d.app.stack) != 1 {
		t.Error("a key that cannot be seen went in")
	}
	d.says("This terminal is 36x8.", "enter: needs a larger terminal")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.lacks("needs a larger terminal")
	d.send(tea.WindowSizeMsg{Width: 36, Height: 8})
	d.says("make it larger, or q quits")
	if d.press("q"); !d.quit {
		t.Error("q does not work")
	}
}

// If enter opens the reasons, the line of keys shows this.
func TestKeyLineOfATypeWithoutProvider(t *testing.T) {
	for _, width := range []int{120, 80} {
		d, _ := drive(t, width, 24, Options{})
		d.says("enter list instances")
		d.press("down down down")
		d.says("> x selboolean", "enter explain")
		d.lacks("enter list instances")
		d.lacks("n create")
		d.press("enter")
		d.says("types › selboolean › providers")
	}
}
