package e2e_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// openTo returns a directory below /tmp that every user may enter and write.
func openTo(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "ralsh-walk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o1777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ordinary returns the beginning of a command line that runs as another user than
// root: as nobody if the test runs as root.
func ordinary() []string {
	if os.Getuid() != 0 {
		return nil
	}
	return []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}
}

// demo opens the demo in a terminal. folder is the directory in which the demo
// creates its host.
func demo(t *testing.T, as []string, cols, rows int, args ...string) (w walk, temp, parent string) {
	t.Helper()
	temp = openTo(t)
	state := filepath.Join(temp, "state")
	argv := append(as, "env", "TMPDIR="+temp, "XDG_STATE_HOME="+state, real.Binary(t), "demo")
	t.Cleanup(func() {
		if _, err := os.Lstat(state); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the demo wrote to the person's own state: %v", err)
		}
	})
	return walk{t, real.Terminal(t, append(argv, args...), cols, rows)}, temp, filepath.Join(temp, "ralsh-demo")
}

func gone(t *testing.T, parent string) {
	t.Helper()
	if _, err := os.Lstat(parent); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there (%v)", parent, err)
	}
}

// TestWalkDemoMend fixes alice's shell as an ordinary user. The change cannot be
// undone, because the previous shell does not exist.
func TestWalkDemoMend(t *testing.T) {
	t.Parallel()
	real.Need(t, "the accounts of the demo", "useradd")
	w, _, parent := demo(t, ordinary(), 120, 36)
	w.see("demo   "+parent, "This host is a directory. Changes never affect", "0 of 5")
	w.press("Escape", "step 1 of 5, find the reason: w on service")
	w.press("w", "1 of 5 steps done")
	w.see("other root directories")
	w.press("Escape", "step 2 of 5, edit db1.example.org: ")
	w.to("user")
	w.see("1 of 6 has a finding: alice: ")
	w.press("Enter", "types › user  ")
	w.to("alice")
	w.press("Enter", "types › user › alice")
	w.to("shell")
	w.press("e", "edit")
	w.term.Keys("Enter", "C-u")
	w.term.Type("/bin/bash")
	w.press("Escape", "changes")
	w.press("A", "usermod -P "+parent+" -s /bin/bash alice")
	w.see("1 change below " + parent)
	w.apply()
	w.see("shell is /bin/bash", "demo   /tmp/", "ralsh-demo", "not root") // the directory is shortened, the user is not
	data, err := os.ReadFile(filepath.Join(parent, "etc", "passwd"))
	if err != nil || !strings.Contains(string(data), "/home/alice:/bin/bash\n") {
		t.Errorf("%v: the accounts are\n%s", err, data)
	}
	if runs, err := os.ReadDir(filepath.Join(parent, "var", "lib", "ralsh", "runs")); err != nil || len(runs) != 1 {
		t.Errorf("the journal in the folder: %v, %v", runs, err)
	}
	w.insist("U", "cannot undo run 1")
	w.see("cannot undo User[alice]: shell: Shell /bin/fish")
	w.insist("Escape", "this is the first screen")
	// A directory without permissions is removed as well.
	if err := os.Chmod(filepath.Join(parent, "srv"), 0); err != nil {
		t.Fatal(err)
	}
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
	w.see("removed " + parent)
	gone(t, parent)
}

// TestWalkDemoHost follows the steps of the welcome: it changes the address of a host
// in a narrow terminal, views the difference, applies it and undoes it. It keeps the
// directory.
func TestWalkDemoHost(t *testing.T) {
	t.Parallel()
	w, _, parent := demo(t, ordinary(), 80, 24, "--keep")
	w.see("demo   /tmp/", "ralsh-demo", "This host is a directory.")
	w.term.Keys("x")
	w.term.Wait(func(screen string) bool { return !strings.Contains(screen, "This host is a directory") }, "no welcome")
	w.jump("welcome", "This host is a directory.")
	w.term.Keys("Down")
	w.press("Enter", "types › host › db1.example.org")
	w.to("ip")
	w.press("e", "edit")
	w.term.Keys("Enter", "C-u")
	w.term.Type("192.0.2.8")
	w.press("Escape", "changes")
	w.press("A", "write /etc/hosts")
	w.see("1 change below ")
	w.apply()
	w.see("ip is 192.0.2.8")
	w.insist("U", "exact")
	w.apply()
	w.see("current state", "/etc/hosts")
	w.insist("Escape", "this is the first screen")
	w.jump("welcome", "done")
	w.see("4 of 5")
	w.press("Escape", "step 1 of 5")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
	last := strings.ReplaceAll(w.see("kept "+parent), "\n", "") // the command is longer than a row
	if want := "open again: XDG_STATE_HOME=" + parent + "/var/lib ralsh --root " + parent; !strings.Contains(last, want) {
		t.Errorf("it does not say %q:\n%s", want, last)
	}
	data, err := os.ReadFile(filepath.Join(parent, "etc", "hosts"))
	if err != nil || !strings.Contains(string(data), "\n192.0.2.7\tdb1.example.org\tdb1 db\n") {
		t.Errorf("%v: the hosts are\n%s", err, data)
	}
	out, err := exec.Command(real.Binary(t), "--root", parent, "resource", "host", "db1.example.org").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "'192.0.2.7'") {
		t.Errorf("the command that was told: %v\n%s", err, out)
	}
}

// TestWalkDemoRoot makes the same fix as root, with chroot.
func TestWalkDemoRoot(t *testing.T) {
	t.Parallel()
	real.Need(t, "usermod -R", "usermod")
	w, _, parent := demo(t, nil, 80, 24)
	w.see("demo   "+parent, "service")
	w.jump("user alice", "types › user › alice")
	w.to("shell")
	w.press("e", "edit")
	w.term.Keys("Enter", "C-u")
	w.term.Type("/bin/bash")
	w.press("Escape", "changes")
	w.press("A", "usermod -R "+parent)
	w.apply()
	w.see("shell is /bin/bash")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
	w.see("removed " + parent)
	gone(t, parent)
}
