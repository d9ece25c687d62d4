package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestWalkHostileName edits a resource whose name and value contain escape sequences.
// They are shown and not executed, and stay byte for byte.
func TestWalkHostileName(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "etc", "aliases")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	const evil = "\x1b]2;pwned\x07\x1b[31mred\x1b[2J"
	before := "root: alice\n" + evil + ": bob\n\u202eltr: carol\n\xff\xfe: dave\n"
	if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	shown := `\x1b]2;pwned\x07\x1b[31mred\x1b[2J`
	w.see("instances", "mailalias", "28 types")
	w.to("mailalias")
	w.press("Enter", "types › mailalias  ")
	w.see(`\x1b]2;pwned\x0`, `\u202eltr`, "dave")
	w.to(`\x1b]2;pwned`)
	w.press("Enter", "types › mailalias › "+shown)
	w.to("recipient")
	w.press("e", "verdict")
	w.set("recipient", "eve")
	w.press("A", "- [bob]")
	w.see(shown, "write /etc/aliases")
	w.apply()
	w.see("recipient is", "1 of 1 is in the desired state", shown)
	if styled := w.term.Styled(); strings.Contains(styled, "\x1b[31mred") {
		t.Errorf("the name colours the screen: %q", styled)
	}
	if want := strings.Replace(before, "bob", "eve", 1); content(t, file) != want {
		t.Errorf("the file holds %q, want %q", content(t, file), want)
	}
	w.insist("L", "when          about")
	w.see(`mailalias \x1b]2`, "changed: write /etc/aliases")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkSmallTerminal starts in a terminal that is too small to draw in, and
// continues after a resize.
func TestWalkSmallTerminal(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 20, 5)}
	w.see("needs 40x10", "this is 20x5", "edits are kept", "q quits")
	w.term.Keys("j", "Enter", "A", "-")
	w.see("needs 40x10", "-: needs a larger")
	w.term.Resize(80, 24)
	w.see("▌ x alternatives", "? help")
	w.term.Resize(20, 5)
	w.see("needs 40x10")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
}

// TestWalkDumbTerminal starts in a terminal without cursor positioning. One line
// recommends what to use instead.
func TestWalkDumbTerminal(t *testing.T) {
	t.Parallel()
	for _, term := range []string{"dumb", ""} {
		for _, args := range [][]string{nil, {"--plain"}, {"demo"}} {
			w := walk{t, real.Terminal(t, append([]string{"env", "TERM=" + term, real.Binary(t)}, args...), 200, 24)}
			status := w.term.Exit()
			lines := strings.Split(strings.TrimSpace(w.term.Screen()), "\n")
			if want := "ralsh: TERM=" + term + " names a terminal that cannot position text (without a terminal, use a command: ralsh types,"; status != 2 ||
				len(lines) != 1 || !strings.HasPrefix(lines[0], want) || !strings.Contains(lines[0], "ralsh --plain") {
				t.Errorf("TERM=%q, %q: exit %d, %q", term, args, status, lines)
			}
		}
	}
}

// TestWalkNoUTF8 starts in a locale without UTF-8. Only ASCII is drawn.
func TestWalkNoUTF8(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	for _, locale := range []string{"LC_ALL=C", "LC_CTYPE=de_DE.ISO-8859-1", "LANG=POSIX", "LANG="} {
		program := append([]string{"env", "-u", "LANG", locale}, ownState(t, "--root", root)...)
		w := walk{t, real.Terminal(t, program, 80, 24)}
		w.see("= types =", "- alternatives  built in -", "host", "parsed")
		w.to("host")
		w.press("Enter", "types > host  ")
		w.press("Enter", "property  ")
		for i, r := range w.term.Screen() {
			if r > 0x7e {
				t.Fatalf("%s: %q at %d of\n%s", locale, r, i, w.term.Screen())
			}
		}
		w.term.Keys("C-c", "C-c")
		w.term.Exit()
	}
}

// TestWalkPaste pastes lines into a field. They are inserted as text and do not act
// as keys.
func TestWalkPaste(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("instances", "host", "yumrepo")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.to("db1")
	w.press("e", "verdict")
	w.to("ip")
	w.press("Enter", "typing:")
	w.term.Keys("C-u")
	w.term.Paste("192.0.2.9\nA\ny\n\x1b\nq\n")
	w.see("192.0.2.9¶", `\x1b¶`, "q¶", "Invalid IP address")
	w.press("BTab", "type a value")
	w.press("C-u", "0 changes. ")
	w.term.Paste("192.0.2.9")
	w.see(" 192.0.2.9 ")
	w.press("Escape", "1 change")
	// Outside of a field, a paste has no effect.
	w.term.Paste("A\nq\n")
	w.press("A", "- 192.0.2.7")
	w.apply()
	w.see("ip is 192.0.2.9")
	if !strings.Contains(content(t, file), "192.0.2.9\tdb1") {
		t.Errorf("the file holds %q", content(t, file))
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkNeverAnswers has a provider that hangs. Its row shows for how long, the
// others are listed, esc goes back, and q quits and also ends the provider's command.
// The listing goes on behind other screens; the reading of an instance ends with its screen.
func TestWalkNeverAnswers(t *testing.T) {
	t.Parallel()
	dir, rpm := slowly(t)
	if err := os.WriteFile(filepath.Join(dir, "rpm"), []byte("#!/bin/sh\n[ \"$1\" = --version ] || exec "+rpm+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	// Of the tools that list packages, PATH has only this slow rpm; dpkg's database
	// is read as well.
	program := slices.Insert(ownState(t), 1, "PATH="+dir)
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("instances", "host", "package", "yumrepo")
	w.to("package")
	w.press("Enter", "types › package")
	w.see("rpm -qa", "waiting for rpm", "bash", "apt ")
	since := w.line("rpm -qa")
	w.term.Wait(func(string) bool { return w.line("rpm -qa") != since }, "the time in the row of rpm to go on")
	listing := content(t, dir, "working")
	w.press("/", "/_")
	w.term.Type("coreutils")
	w.see("/coreutils_")
	w.press("Enter", "▌   coreutils")
	w.press("Enter", "types › package › coreutils")
	w.term.Wait(func(string) bool { return content(t, dir, "working") != listing }, "rpm to be asked for the instance")
	w.press("Escape", "types › package  /coreutils")
	w.term.Wait(func(string) bool { return !alive(t, dir) }, "the reading of the instance to end")
	w.press("Escape", "dash ")
	w.press("Escape", "types  ")
	if err := os.WriteFile(filepath.Join(dir, "working"), []byte(listing), 0o644); err != nil {
		t.Fatal(err)
	}
	if !alive(t, dir) {
		t.Error("the listing has ended by itself")
	}
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
	if alive(t, dir) {
		t.Error("rpm is still there")
	}
}

// line returns the line on the screen that contains the text, without the activity
// marker in front.
func (w walk) line(text string) string {
	w.t.Helper()
	for line := range strings.Lines(w.term.Screen()) {
		if _, rest, ok := strings.Cut(line, text); ok {
			return rest
		}
	}
	return ""
}
