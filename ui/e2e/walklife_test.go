package e2e_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestWalkLife creates a resource, changes it and removes it.
func TestWalkLife(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	holds := func(want string) {
		t.Helper()
		if got := content(t, file); got != want {
			t.Errorf("the file holds %q, want %q", got, want)
		}
	}
	w.see("instances", "host", "yumrepo")
	w.to("host")
	w.press("Enter", "types › host  ")

	w.stageHost("web", "192.0.2.80")
	w.press("b", "1 of 1 will be applied")
	w.press("A", "write /etc/hosts")
	w.apply()
	w.see("= 1 host web", "ip is 192.0.2.80")
	holds(hostsBefore + "192.0.2.80\tweb\n")

	w.jump("host web", "types › host › web")
	w.to("ip")
	w.press("e", "verdict")
	w.press("Enter", "typing:")
	w.term.Keys("C-u")
	w.term.Type("192.0.2.81")
	w.press("Escape", "changes")
	w.press("d", "- 192.0.2.80")
	w.see("+ 192.0.2.81", "exact")
	w.press("A", "No, cancel")
	w.apply()
	w.see("= 1 host web", "ip is 192.0.2.81")
	holds(hostsBefore + "192.0.2.81\tweb\n")

	w.jump("type host", "192.0.2.81")
	w.to("web")
	w.press("-", "- 1  host web")
	w.see("+ absent", "write /etc/hosts")
	w.apply()
	w.see("1 of 1 is in the desired state")
	holds(hostsBefore)
	w.jump("type host", "db1")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkFails applies a command that fails, and a file that requires it. The failed
// one shows its reason, the other one that it was not started, and both stay in the
// basket.
func TestWalkFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command, file := filepath.Join(dir, "luckless"), filepath.Join(dir, "after")
	if err := os.WriteFile(command, []byte("#!/bin/sh\necho no such luck >&2\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	w := walk{t, real.Terminal(t, ownState(t), 120, 36)}
	w.see("instances", "exec", "28 types")
	w.jump("type exec", "types › exec")
	w.term.Type(command)
	w.press("Enter", "returns")
	w.press("e", "verdict")
	w.set("returns", "0")
	w.jump("type file", "types › file")
	w.term.Type(file)
	w.press("Enter", "ensure")
	w.press("e", "verdict")
	w.set("ensure", "present")
	w.set("require", "Exec["+command+"]")
	w.press("b", "2 of 2 will be applied")
	w.press("A", "$ "+command)
	w.see("+ 2  file", "after 1: require => Exec[")
	w.apply()
	w.see("▌ ! 1 exec", "failed", "exit 3", "no such luck", "x 2 file", "skipped: needs", "Exec["+command+"]", "which failed", "1 failed", "1 skipped")
	if exists(file) {
		t.Errorf("%s was made", file)
	}
	w.insist("b", "2 of 2 in the next apply")
	// After the cause is fixed, the rest is applied.
	if err := os.WriteFile(command, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.press("A", "$ "+command)
	w.apply()
	w.see("2 of 2 are in the desired state")
	if !exists(file) {
		t.Errorf("%s was not made", file)
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// set types the value of an attribute in the editor.
func (w walk) set(attr, text string) {
	w.t.Helper()
	w.to(attr)
	w.press("Enter", "typing:")
	w.term.Keys("C-u")
	w.term.Type(text)
	w.press("Escape", "enter edit")
}

// TestWalkWhy shows why a provider is unsuitable, fixes the cause, and tests again.
func TestWalkWhy(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	tools := t.TempDir()
	program := append([]string{"env", "PATH=" + tools + ":/usr/bin:/bin"}, ownState(t, "--root", root)...)
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("instances", "package", "28 types")
	w.to("package")
	w.press("w", "types › package › providers")
	w.see("default provider")
	w.to("rpm")
	w.see("x command rpm is on PATH", "expected an executable file named rpm", "current  command rpm is not on PATH", "searched "+tools)
	if err := os.WriteFile(filepath.Join(tools, "rpm"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.press("r", "= command rpm is on PATH")
	w.see("current  " + tools + "/rpm")
	w.press("c", "$ ralsh --root "+root+" providers package")
	w.press("Escape", "r test again")
	w.press("i", "no instances of package")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestWalkEditSurvives types half of a value, and completes it after a resize, an
// error, and leaving the editor.
func TestWalkEditSurvives(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("instances", "host", "yumrepo")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.to("db1")
	w.press("Enter", "types › host › db1")
	w.to("ip")
	w.press("e", "verdict")
	w.press("Enter", "typing:")
	w.term.Keys("C-u")
	w.term.Type("192.0.2.")
	w.see(" 192.0.2. ", "Invalid IP address", "invalid")
	w.term.Resize(60, 20)
	w.see(" 192.0.2. ", "Invalid IP address")
	w.term.Resize(20, 5)
	w.see("needs 40x10", "this is 20x5", "edits are kept")
	w.term.Resize(80, 24)
	w.see(" 192.0.2. ", "Invalid IP address")
	w.term.Resize(120, 36)
	w.see(" 192.0.2. ", "Invalid IP address", "invalid")
	w.press("Escape", "A apply")
	w.press("A", "x A: ip is invalid")
	w.press("Escape", "types › host › db1  ")
	w.press("Escape", "types › host  ")
	w.press("b", "ip is invalid")
	w.see("not ready")
	w.press("Enter", "edit")
	w.see("192.0.2.", "Invalid IP address")
	w.to("ip")
	w.press("Enter", "typing:")
	w.term.Type("9")
	w.press("Escape", "changes")
	w.press("A", "- 192.0.2.7")
	w.apply()
	w.see("ip is 192.0.2.9")
	if want := "127.0.0.1 localhost\n192.0.2.9\tdb1\tdb\t# main\nwhat is this\n"; content(t, file) != want {
		t.Errorf("the file holds %q, want %q", content(t, file), want)
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}
