// Package e2e_test runs the built binary in a real terminal.
//
// The tests walk through the screens, check what ends a session, and check
// limits on time that a user would notice. Limits are judged only with
// RALSH_LIMITS=1. A test skips where a tool that it needs, such as tmux, is
// missing; with RALSH_REAL=1 it fails instead.
package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
	"ralsh/ui/tui/kit"
)

// walk is a user at a real terminal.
type walk struct {
	t    *testing.T
	term *real.Term
}

// see waits until all of the texts are on the screen.
func (w walk) see(texts ...string) string {
	w.t.Helper()
	return w.term.Wait(func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	}, strings.Join(texts, " and "))
}

// press presses keys, then waits for their effect.
func (w walk) press(keys, then string) {
	w.t.Helper()
	w.term.Keys(strings.Fields(keys)...)
	w.see(then)
}

// insist presses a key once or several times, until the text appears.
func (w walk) insist(key, then string) {
	w.t.Helper()
	w.repeat(func() { w.term.Keys(key) }, func(now string) bool { return strings.Contains(now, then) }, then)
}

// repeat repeats an action until good accepts the screen. Each time it waits until the
// screen has reacted and rests, because a question that opens by itself ignores keys
// until none was pressed for a moment.
func (w walk) repeat(do func(), good func(screen string) bool, what string) {
	w.t.Helper()
	for range 20 {
		before := w.term.Rest(kit.TypeAheadPause)
		if good(before) {
			return
		}
		do()
		if good(w.term.Wait(func(now string) bool { return now != before }, "reaction on the way to "+what)) {
			return
		}
	}
	w.t.Fatalf("no %s:\n%s", what, w.term.Screen())
}

// to moves the cursor to the row that begins with this word: up if the row is above it on
// the screen, otherwise down.
func (w walk) to(name string) {
	w.t.Helper()
	screen := w.term.Wait(func(now string) bool { return underCursor(now) != "" }, "row under the cursor")
	for range 60 {
		at := underCursor(screen)
		_, row, _ := strings.Cut(at, " ")
		if rest, has := strings.CutPrefix(row, name); has && !strings.HasPrefix(rest, "_") {
			return
		}
		key := "Down"
		if aboveCursor(screen, name) {
			key = "Up"
		}
		w.term.Keys(key)
		last := ""
		screen = w.term.Wait(func(now string) bool {
			before := last
			last = underCursor(now)
			return last != "" && last != at && last == before // not while the screen is being drawn
		}, "the cursor to move")
	}
	w.t.Fatalf("no row %s:\n%s", name, w.term.Screen())
}

// aboveCursor reports whether a row above the cursor, in its column, has this name.
func aboveCursor(screen, name string) bool {
	lines := strings.Split(screen, "\n")
	number, _, _ := strings.Cut(underCursor(screen), " ")
	row, err := strconv.Atoi(number)
	if err != nil {
		return false
	}
	column := max(0, slices.Index([]rune(lines[row]), '▌'))
	return slices.ContainsFunc(lines[:row], func(line string) bool {
		cells := []rune(line)
		return len(cells) > column+4 && strings.HasPrefix(strings.TrimSpace(string(cells[column+4:])), name+" ")
	})
}

// underCursor returns the cursor's line number and its text before the parts that may
// change without a key. It is "" while the screen is being drawn.
func underCursor(screen string) string {
	at := ""
	for i, line := range strings.Split(screen, "\n") {
		cells := []rune(line)
		bar := slices.Index(cells, '▌')
		if strings.HasPrefix(line, ">") { // without colours
			bar = 0
		}
		if bar < 0 || len(cells) < bar+5 {
			continue
		}
		if at != "" {
			return ""
		}
		name, _, _ := strings.Cut(strings.TrimSpace(string(cells[bar+4:])), "  ")
		name, _, _ = strings.Cut(name, " ▎")
		at = strconv.Itoa(i) + " " + name
	}
	return at
}

// apply confirms the question on the screen and waits for the result.
func (w walk) apply() {
	w.t.Helper()
	w.insist("Tab", "enter answer Yes")
	w.press("Enter", "current state")
}

// palette is the title of the palette.
const palette = "jump  ─"

// jump goes to a name with the palette.
func (w walk) jump(name, then string) {
	w.t.Helper()
	w.insist(":", palette)
	w.term.Keys("C-u") // a busy machine may have shown the palette after a second ":"
	w.term.Type(name)
	w.see(": " + name)
	w.term.Keys("Enter")
	w.term.Wait(func(screen string) bool {
		return !strings.Contains(screen, palette) && strings.Contains(screen, then)
	}, then+", without the palette, which shows what was typed")
}

// holds checks that a command in the machine prints want.
func holds(t *testing.T, m *real.Machine, want string, argv ...string) {
	t.Helper()
	out, errs, _ := m.Run(t.Context(), argv...)
	if !strings.Contains(out, want) {
		t.Errorf("%s says %q %q, want %q", strings.Join(argv, " "), out, errs, want)
	}
}

// ownState returns the program with its own state directory and configuration, which
// all starts in one test share.
func ownState(t *testing.T, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	return append([]string{"env", "XDG_STATE_HOME=" + dir, "XDG_CONFIG_HOME=" + dir, real.Binary(t)}, args...)
}

const hostsBefore = "127.0.0.1 localhost\n192.0.2.7   db1  db # main\nwhat is this\n"

func hostsBelow(t *testing.T) (root, file string) {
	t.Helper()
	root = t.TempDir()
	file = filepath.Join(root, "etc", "hosts")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(hostsBefore), 0o644); err != nil {
		t.Fatal(err)
	}
	return root, file
}

// TestWalkNewHost creates a new entry in the hosts file, from the list of types on.
func TestWalkNewHost(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 80, 24)}
	w.see("types", "host", "by path")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.press("n", "new host")
	w.term.Type("web")
	w.press("Enter", "web › edit")
	w.to("ip")
	w.press("Enter", "typing:")
	w.term.Type("192.0.2.")
	w.see("Invalid IP address")
	w.term.Type("80")
	w.press("Escape", "192.0.2.80")
	w.press("A", "write /etc/hosts")
	w.see("+ 1  host web", "No, cancel", "exact")
	if data, _ := os.ReadFile(file); string(data) != hostsBefore {
		t.Fatalf("planning changed the file:\n%s", data)
	}
	w.apply()
	w.see("present: /etc/hosts:4", "ip is 192.0.2.80")
	data, err := os.ReadFile(file)
	if want := hostsBefore + "192.0.2.80\tweb\n"; err != nil || string(data) != want {
		t.Errorf("the file holds %q (%v), want %q", data, err, want)
	}
	w.insist("U", "~ 1  file /etc/hosts")
	w.see("write /etc/hosts", "exact")
	w.apply()
	if data, err := os.ReadFile(file); err != nil || string(data) != hostsBefore {
		t.Errorf("after U the file holds %q (%v), want %q", data, err, hostsBefore)
	}
	w.insist("Escape", "this is the first screen")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
}

// stageHost stages a new entry of the hosts file, and leaves the editor.
func (w walk) stageHost(name, ip string) {
	w.t.Helper()
	w.press("n", "new host")
	w.term.Type(name)
	w.press("Enter", name+" › edit")
	w.to("ip")
	w.press("Enter", "typing:")
	w.term.Type(ip)
	w.press("Escape", "enter edit")
	w.press("Escape", "enter open")
}

// TestWalkBasket stages three entries, removes one from the basket and applies the
// other two.
func TestWalkBasket(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("types", "host", "by path")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.stageHost("web", "192.0.2.80")
	w.stageHost("mail", "192.0.2.25")
	w.stageHost("cache", "192.0.2.11")
	w.press("b", "3 of 3 will be applied")
	w.see("▌▎+ 1  host web")
	w.to("2")
	w.press("Space", "omitted")
	w.see("basket 2 of 3", "2 of 3 will be applied")
	w.press("A", "write /etc/hosts")
	w.see("2 changes in 2 resources", "+ 1  host web", "+ 2  host cache")
	w.apply()
	w.see("= 1 host web", "ip is 192.0.2.80", "= 2 host cache", "ip is 192.0.2.11", "2 of 2 are in the desired state")
	if want := hostsBefore + "192.0.2.80\tweb\n192.0.2.11\tcache\n"; content(t, file) != want {
		t.Errorf("the file holds %q, want %q", content(t, file), want)
	}
	w.insist("Escape", "0 of 1 will be applied")
	w.see("host mail", "omitted")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkHistory stages two entries and quits. The next session has both and applies
// one. The history then shows the run, and its undo restores the file byte for byte.
func TestWalkHistory(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	program := ownState(t, "--root", root)
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("types", "host", "by path")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.stageHost("web", "192.0.2.80")
	w.stageHost("mail", "192.0.2.25")
	w.press("b", "2 of 2 will be applied")
	w.press("Space", "basket 1 of 2")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}

	w = walk{t, real.Terminal(t, program, 80, 24)}
	w.see("restored 2 staged changes; b shows them", "basket 1 of 2")
	w.press("b", "1 of 2 will be applied")
	w.see("+ host web", "omitted")
	w.press("A", "write /etc/hosts")
	w.apply()
	w.see("present: /etc/hosts:4")
	if data, err := os.ReadFile(file); err != nil || string(data) != hostsBefore+"192.0.2.25\tmail\n" {
		t.Errorf("the file holds %q (%v)", data, err)
	}

	w.insist("H", "1 run")
	w.see("▌ = 1 ", "done", "Host[mail]")
	w.press("Enter", "history › run 1")
	w.see("= 1 host mail", "ensure: 'absent' → 'present'", "write /etc/hosts", "from screens")
	w.press("c", "$ ralsh --root "+root+" history 1")
	w.press("Escape", "history › run 1  ")
	w.press("U", "~ 1  file /etc/hosts")
	w.apply()
	if data, err := os.ReadFile(file); err != nil || string(data) != hostsBefore {
		t.Errorf("taken back the file holds %q (%v), want %q", data, err, hostsBefore)
	}
	w.insist("Escape", "history › run 1  ")
	w.press("Escape", "undo of run 1: File")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
}

// TestWalkEditAgain returns to the editor from the result, and changes the same
// property again.
func TestWalkEditAgain(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("instances", "host", "yumrepo")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.to("db1")
	w.press("e", "verdict")
	w.to("ip")
	for _, ip := range []string{"192.0.2.8", "192.0.2.9"} {
		w.press("Enter", "typing:")
		w.term.Keys("C-u")
		w.term.Type(ip)
		w.press("Escape", "1 change. ")
		w.see("basket 1")
		w.press("A", "+ "+ip)
		w.apply()
		w.see("ip is " + ip)
		w.insist("Escape", "db1 › edit  ")
		w.see("0 changes. ")
		if screen := w.term.Screen(); strings.Contains(screen, "basket") || strings.Contains(screen, "^") {
			t.Errorf("after the apply the edit says\n%s", screen)
		}
		if got := content(t, file); !strings.Contains(got, ip+"\tdb1") {
			t.Fatalf("the file holds %q", got)
		}
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkKeysAhead types ahead of the confirmation, then presses Enter on the
// preselected answer.
func TestWalkKeysAhead(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("types", "host", "by path")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.to("db1")
	w.term.Keys("-", "Tab", "Tab", "Enter", "Enter", "Tab", "Enter")
	w.insist("Escape", "this is the first screen")
	w.jump("type host", "- db1")
	w.press("-", "No, cancel")
	w.insist("Tab", "enter answer Yes")
	w.press("BTab", "enter answer No")
	w.press("Enter", "types › host  ")
	if got := content(t, file); got != hostsBefore {
		t.Fatalf("keys typed ahead changed the file:\n%s", got)
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkBooted is an administrator's session on a booted machine: it creates a
// user, changes its shell, and stops a service.
func TestWalkBooted(t *testing.T) {
	t.Parallel()
	m := real.Boot(t, real.Binary(t))
	w := walk{t, m.Tmux(t, []string{"/opt/ralsh"}, 120, 36)}
	w.see("types", "dpkg  ", "service")
	w.to("user")
	w.press("n", "new user")
	w.term.Type("deploy")
	w.press("Enter", "types › user › deploy › edit")
	w.to("shell")
	w.press("Enter", "typing:")
	w.term.Type("/bin/sh")
	w.press("Escape", "/bin/sh")
	w.press("A", "$ /usr/sbin/useradd")
	w.apply()
	w.see("shell is /bin/sh")
	holds(t, m, "/bin/sh", "getent", "passwd", "deploy")

	w.jump("user deploy", "types › user › deploy")
	w.to("shell")
	w.press("e", "edit")
	w.term.Keys("Enter", "C-u")
	w.term.Type("/bin/bash")
	w.press("Escape", "/bin/bash")
	w.press("A", "usermod -s /bin/bash deploy")
	w.apply()
	w.see("shell is /bin/bash")
	holds(t, m, "/bin/bash", "getent", "passwd", "deploy")

	holds(t, m, "active", "systemctl", "is-active", "cron")
	w.jump("service cron", "types › service › cron")
	w.to("ensure")
	w.press("e", "edit")
	w.term.Keys("Enter", "C-u")
	w.term.Type("stopped")
	w.press("Escape", "changes")
	w.press("A", "systemctl stop")
	w.apply()
	w.see("ensure is stopped")
	holds(t, m, "inactive", "systemctl", "is-active", "cron")
}
