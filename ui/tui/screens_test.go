package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// ways are the keys that open each screen from the list of types.
var ways = map[string]string{
	"types":      "down down down down",
	"instances":  "down down enter down down",
	"users":      "down down down down down enter",
	"instance":   "down down down down down enter down enter down down down down",
	"why":        "down down down down w down down down",
	"whytests":   "down down down down w G enter down",
	"tie":        "G w",
	"unsuitable": "down down down enter",
	"sides":      "down down enter down down down down v",
	"help":       "down down down down down enter down enter ?",
	"signs":      "? w",
	"jump":       ":",
	"log":        "L / p i p enter",
	"facts":      "f",
	"basket":     "b",
	"ask":        "enter",
	"unsuited":   ": s e l b o o l e a n space x enter",
	"unreadable": ": v c s r e p o space x enter",
	"copymenu":   "down down down down down enter down enter y",
	"command":    "down c",
}

// Each screen, at the sizes of the drawings and in each mode.
func TestScreensDrawn(t *testing.T) {
	t.Parallel()
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			for _, size := range kittest.DrawnSizes() {
				d, _ := drive(t, size[0], size[1], Options{})
				d.press(way)
				d.golden(fmt.Sprintf("%s.%dx%d", name, size[0], size[1]))
			}
			d, _ := drive(t, 80, 24, Options{})
			d.press(way)
			d.modes(name)
		})
	}
}

// A too small terminal shows this, and what is not lost.
func TestSmallDrawn(t *testing.T) {
	for _, size := range [][2]int{{36, 8}, {20, 5}} {
		d, _ := drive(t, size[0], size[1], Options{})
		d.app.width, d.app.height = 80, 24
		d.press("down down down down down enter down e down enter x esc")
		d.app.width, d.app.height = size[0], size[1]
		d.golden(fmt.Sprintf("small.%dx%d", size[0], size[1]))
	}
}

// empty reports whether a screen of this fixture has no rows.
func empty(name string) bool { return name == "basket" || name == "signs" }

// At any size and with any names, every line fits the terminal, and the only
// escape sequences are our own.
func TestWaysStayInside(t *testing.T) {
	t.Parallel()
	for name, way := range ways {
		d := hostile(t)
		d.press(way)
		kittest.HoldMatrix(t, name, !empty(name), d.draw)
	}
}

// hostile returns a driver on a host with names that try to break the screen.
func hostile(t *testing.T) *driver {
	t.Helper()
	session, fake := kittest.Fixture(t)
	names := []string{"\x1b[31mred\x1b]0;title\x07", "日本語の名前", "e\u0301\u0301\u0301", strings.Repeat("long", 75), "", "\u202eevil", "tab\tbell\x07", "שלום עולם", strings.Repeat("k", 10<<10), "\u009b31m", "👩‍👩‍👧‍👦", "\xff\xfe"}
	var lines []string
	for _, n := range names {
		lines = append(lines, n+":present:\x1b[2J:1:"+n+":x")
	}
	fake.Put("/etc/passwd", strings.Join(lines, "\n")+"\n", 0o644)
	fake.Put("/var/apt", strings.Join(names, ":1\n"), 0o644)
	fake.Put("/var/gem", strings.Join(names, ":2\n"), 0o644)
	fake.Put("/var/pip", "FAIL:\x1b[31mbroken\nsecond line\n", 0o644)
	fake.Put("/proc/1/comm", "\x1b[5mblink\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	return d
}

func TestInstancesStream(t *testing.T) {
	session, fake := kittest.Fixture(t)
	open := make(chan struct{})
	fake.Hold("/var/gem", open)
	d := driveOn(t, session, 80, 24, Options{})
	d.until("6 of 7 types counted")
	d.send(keyOf("down"))
	d.send(keyOf("down"))
	d.send(keyOf("enter"))
	d.until("zlib")
	d.until("! pip  ")
	d.says("! pip                 -   exit 1: \"pip: no python here\"", "o gem", "still running, deadline 30 s",
		"pip cannot list: exit 1: \"pip: no python here\"", "2 of 3")
	for range 2 {
		d.send(keyOf("down"))
	}
	d.says(">   rake        13.0.6-3")
	close(open)
	d.idle()
	// Two rows were added above; the cursor is still on the same item.
	d.says(">   rake        13.0.6-3     apt", "puppet      7.23.0       gem")
	d.lacks("still listing")
}

func TestReadAgain(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down down down down down enter down")
	d.says("alice", ">   deploy")
	fake.Put("/etc/passwd", "alice:present:1001:1001:/bin/fish:x\nbob:present:7:7:/bin/sh:x\ndeploy:present:1000:1000:/bin/zsh:x\n", 0o644)
	d.press("r")
	d.says("> ^ deploy", "^ bob", "! alice")
	d.lacks("    root  ")
	d.press("R")
	d.says("auto-refresh every 5 s")
	fake.Put("/etc/passwd", "deploy:present:1000:1000:/bin/sh:x\n", 0o644)
	d.pass(5 * time.Second)
	d.idle()
	d.says("/bin/sh", "3 gone: root, alice, bob; auto-refresh every 5 s", "auto-refresh 5 s")
	d.lacks("  bob")
}

// Listed instances stay if their source fails later, and reading again during a
// read counts nothing twice.
func TestReadAgainFailsOrBeginsAgain(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down enter")
	fake.Put("/etc/group", "FAIL:the disk is gone\n", 0o644)
	d.press("r")
	d.says("deploy", "! groupadd cannot list: the disk is gone")
	d.press("esc")
	d.says("! group                groupadd           1/1             2")

	session, fake := kittest.Fixture(t)
	open := make(chan struct{})
	fake.Hold("/var/gem", open)
	d = driveOn(t, session, 80, 24, Options{})
	d.until("6 of 7 types counted")
	for _, key := range []string{"down", "down", "enter", "r"} {
		d.send(keyOf(key))
	}
	d.until("zlib")
	close(open)
	d.idle()
	d.press("G")
	d.says("rake", "zlib", "6")
	if n := len(d.app.sh.Listings.Of(session.Env.Registry.Type("package")).Entries); n != 6 {
		t.Errorf("%d entries, want 6", n)
	}
}

func TestEntryIsFreshOrReadAgain(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	fake.Put("/etc/group", "wheel:present:10\n", 0o644)
	d.press("down enter")
	d.says("deploy")
	d.press("esc")
	d.pass(11 * time.Second)
	d.press("enter")
	d.says("wheel", "2 gone: deploy, root")
	d.lacks("  deploy ")
}

func TestDraftsAreKept(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down down down down down enter down e")
	d.says("deploy › edit")
	d.press("esc esc")
	typ, _ := d.app.sh.Session.Type("user")
	d.app.sh.Basket.Find(typ, "deploy", nil).Set("shell", "/bin/bash")
	d.says("> ~ deploy", "basket 1")
	d.press("enter")
	d.says("~ shell")
	d.press("c")
	d.says("$ ralsh resource user deploy shell=/bin/bash")
	d.press("enter")
	if len(d.copied) != 1 || d.copied[0] != "ralsh resource user deploy shell=/bin/bash --provider useradd" && d.copied[0] != "ralsh resource user deploy shell=/bin/bash" {
		t.Errorf("copied %q", d.copied)
	}
	d.says("sent 1 line to the terminal's clipboard (OSC 52); paste to check")
	d.press("b")
	d.says("user deploy", "shell")
	d.press("u")
	d.says("removed the draft: press u again to restore it", "the basket is empty")
	d.press("u")
	if d.app.sh.Basket.Find(typ, "deploy", nil) == nil {
		t.Error("it was not restored the draft")
	}

	kittest.StageChange(t, d.app.sh, "group", "root", "gid", "7")
	kittest.StageChange(t, d.app.sh, "group", "fresh", "ensure", "present")
	d.press("esc b g u j u")
	if left := d.app.sh.Basket.Drafts(); len(left) != 1 {
		t.Errorf("after u on two rows %d drafts are left of 3", len(left))
	}
}

func TestWhyTestsAgain(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down down down down w")
	d.says("x systemd", "PID 1 is docker-init", "score")
	fake.Put("/proc/1/comm", "systemd\n", 0o644)
	d.press("r")
	d.says("^ systemd", "default")
	d.press("i")
	d.says("types › service › providers › service")
}

func TestInstanceFails(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	d.press("down down down down down enter down enter")
	d.says("/bin/sh", "[redacted]")
	d.lacks("$y$")
	fake.Put("/etc/passwd", "FAIL:the disk is gone\n", 0o644)
	d.press("r")
	d.says("useradd cannot read the resource", "the disk is gone", "/bin/sh")
}

func TestFindings(t *testing.T) {
	for _, width := range []int{120, 80} {
		d, _ := drive(t, width, 24, Options{})
		d.press("down down down down down")
		d.says("! 1 of 3 has a finding: alice: has the")
		d.press("enter")
		d.says("! has the shell /bin/fish, and there")
		d.press("enter")
		d.says("! has the shell /bin/fish, and there")
		d.press("w")
		d.says("findings about user alice", "has the shell /bin/fish, and there is no such file here", "read from /etc/passwd")
		d.press("enter")
		d.says("alice › why › providers", "useradd")
	}
}

func TestConnected(t *testing.T) {
	for _, width := range []int{120, 80} {
		d, _ := drive(t, width, 36, Options{})
		d.press("down down down down down enter down enter tab")
		if width == 80 {
			d.press("tab")
		}
		d.press("enter")
		d.says("types › user › deploy › group deploy  ", "/etc/group:1", "referenced by", "searched user (3)")
		d.press("tab enter") // and back, by the link to the user
		d.says("› group deploy › user deploy", "/etc/passwd:2")
		d.press("esc")
		d.says(" › group deploy  ", "← user  deploy")
		home := "esc esc"
		if width > 100 {
			home = "esc esc esc esc" // both times close the links first
		}
		d.press(home)
		d.says("types › user  ")
	}
}

func TestConnectionsAreFoundInWhatWasListed(t *testing.T) {
	d, f := drive(t, 120, 36, Options{})
	f.Put("/etc/passwd", "carol:present:1003:deploy:/bin/sh:x\nroot:present:0:0:/bin/bash:x\n", 0o644)
	d.press("down enter enter")
	d.says("types › group › deploy", "← user  deploy", "searched user (3)")
	d.lacks("carol")
	d.press("r")
	d.says("← user  carol", "searched user (2)")
	d.lacks("← user  deploy")
}

func TestNotRoot(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{}, fakehost.WithUID(1234))
	d.says("uid 1234, not root")
	d.press("down down down down down enter down")
	d.says("To change it: usermod writes /etc/passwd,", "and uid 1234 is not root.")
}

func TestJumping(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down down enter :")
	d.typed("depl")
	d.says("user       deploy", "group      deploy")
	d.press("esc")
	d.says("types › package")
	d.press(":")
	d.typed("user deploy")
	d.press("enter")
	d.says("types › user › deploy")
	d.press(":")
	d.typed("user nobody9")
	d.says("look for")
	d.press("enter")
	d.says("types › user › nobody9", "absent. e sets the desired state")
	d.press(":")
	d.typed("fact identity.uid")
	d.press("enter")
	d.says(">   │ uid", "identity.uid")
	d.press(":")
	d.typed("zzzz")
	d.says("no match of \"zzzz\" in")
}

func TestTheEmptyJumpIsWhereOneWasLately(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down enter enter L :")
	var rows []string
	for _, line := range strings.Split(d.front(), "\n")[3:7] {
		rows = append(rows, strings.TrimPrefix(strings.Join(strings.Fields(line), " "), "> "))
	}
	want := []string{"screen log", "group deploy", "type group Groups in /etc/group", "type file Files, directories and link…"}
	if !slices.Equal(rows, want) {
		t.Errorf("the palette begins with %q", rows)
	}
	d.press("down enter")
	d.says("types › group › deploy", "/etc/group:1")
}

func TestAnEarlierQuestionOfTheJumpComesBack(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	for _, text := range []string{"type group", "user root"} {
		d.press(":")
		d.typed(text)
		d.press("enter")
	}
	d.press(": up")
	d.says(": user root ")
	d.press("up")
	d.says(": type group ")
	d.press("up enter") // there is no earlier one
	d.says("types › group  ")
}

// Help of a content names what the keys do there, and each of them does it.
func TestHelpNamesWhatKeysDoWhileTyping(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down down enter down e enter f1")
	d.says("tab            go to next field", "enter          use the value")
	d.lacks("ctrl+r")
	d.press("esc esc esc :")
	d.typed("x")
	d.press("f1")
	d.says("enter          go", "tab            complete", "ctrl+r         read again")
}

func TestHelpListsItsKeys(t *testing.T) {
	d, _ := drive(t, 120, 80, Options{})
	d.press("down enter ?")
	screen := d.front()
	for _, section := range keys.Default().Help(keys.OnInstances) {
		for _, row := range section.Rows {
			if !strings.Contains(screen, row.What) {
				t.Errorf("help lacks %q", row.What)
			}
		}
	}
	d.press("/")
	d.typed("facts")
	d.press("enter enter")
	if got := d.screen(); !strings.HasPrefix(got, " ralsh   facts") {
		t.Errorf("enter did not do it:\n%s", got)
	}
}

func TestKeysSayWhatTheyLack(t *testing.T) {
	for keys, want := range map[string]string{
		"down down down n":            "x n: no provider of selboolean is suitable: getsebool missing",
		"down enter v":                "x v: deploy exists for 1 provider; a comparison needs two",
		"down enter enter d":          "x d: the instance has no draft; e or n creates a draft",
		"down enter space space e":    "2 groups: 0 changes",
		"down down down down enter -": "x -: a service cannot be removed: ensure allows only running, stopped",
		"down enter E":                "! no editor found: set VISUAL or EDITOR",
		"b A":                         "x A: the basket is empty",
		"down enter / w":              "/w_ 0 of 2",
		"down enter enter b esc":      "types › group › deploy",
	} {
		d, _ := drive(t, 80, 24, Options{})
		d.press(keys)
		if !strings.Contains(d.screen(), want) {
			t.Errorf("%s: want %q in\n%s", keys, want, d.screen())
		}
	}
}

func TestMessages(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{Hint: true})
	d.says("w explains, : jumps, ? lists the keys.  x hides this")
	d.send(kit.SayMsg{Text: "one", Bad: true})
	d.send(kit.SayMsg{Text: "two", Bad: true})
	d.send(kit.SayMsg{Text: "a remark"})
	d.says("a remark")
	d.pass(6 * time.Second)
	d.says("! two", "2 not dismissed")
	d.press("x")
	d.says("! one")
	d.press("x")
	d.says("w explains")
	d.press("x")
	d.lacks("w explains")
}

func TestTheFootOfInstancesOpensAsAPage(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("down down down down down enter down")
	for _, key := range []string{"tab", "z"} {
		d.press(key)
		d.says("user deploy ", "password", "/etc/passwd:2", "its gid")
		d.lacks("alice")
		d.press("j")
		d.says(" root ")
		d.press("k esc")
		d.says("types › user  ", "alice", ">   deploy")
	}
}

// After a reading that failed, the list and the instance show the failure, and
// mark the old rows and values, also with auto-refresh.
func TestOldRowsAreMarked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d, fake := drive(t, size[0], size[1], Options{})
		d.press("down enter R")
		good := fake.Content("/etc/group")
		refresh := func(content string) {
			fake.Put("/etc/group", content, 0o644)
			d.pass(5 * time.Second)
			d.idle()
		}
		d.lacks("? deploy")
		refresh("FAIL:the disk is gone\n")
		d.says("? deploy", "old rows", "! groupadd cannot list: the disk is gone", "Old values: the last reading failed.")
		refresh(good)
		d.lacks("old rows")
		d.lacks("? deploy")
		d.press("enter R")
		refresh("FAIL:the disk is gone\n")
		d.says("? gid", "old values", "! groupadd cannot read the resource")
		refresh(good)
		d.lacks("old values")
	}
}

// A list keeps its borders if no row matches the filter.
func TestFilteredListsKeepTheirBorders(t *testing.T) {
	for name, way := range ways {
		d, _ := drive(t, 120, 36, Options{})
		d.press(way)
		if d.app.top().Typing() {
			continue
		}
		border := func() rune { return []rune(strings.Split(d.screen(), "\n")[2] + " ")[0] }
		before := border()
		d.press("/ z q z q enter")
		if after := border(); (before == '╭' || before == '┏') && after != '╭' && after != '┏' {
			t.Errorf("%s: the border was %q and is %q:\n%s", name, before, after, d.screen())
		}
	}
}
