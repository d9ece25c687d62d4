package local

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/raltest/real"
)

// A process that has no number of its own writes only its private files: not the home
// of its user. This process is not restricted.
func TestWritingBelow(t *testing.T) {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); errno != 0 {
		real.Lacks(t, "needs Landlock")
	}
	home, private := t.TempDir(), t.TempDir()
	for dir, want := range map[string]string{private: "kept", "": ""} {
		write(t, filepath.Join(home, "history"), "mine\n")
		script := `mkdir "$0/.augeas"; echo x >"$0/new"; echo x >>"$0/history"; mkdir "$1/d" && echo kept >"$1/d/f.new" && mv "$1/d/f.new" "$1/d/f"; cat "$1/d/f"; exit 0`
		var out, errs strings.Builder
		cmd := exec.Command("sh", "-c", script, home, private)
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := startWritingBelow(cmd, dir); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != want {
			t.Errorf("below %q it wrote %q: %s", dir, got, errs.String())
		}
		if err := os.RemoveAll(filepath.Join(private, "d")); err != nil {
			t.Fatal(err)
		}
		left, err := os.ReadDir(home)
		if data, _ := os.ReadFile(filepath.Join(home, "history")); err != nil || len(left) != 1 || string(data) != "mine\n" {
			t.Errorf("the home has %v, %q", left, data)
		}
	}
	write(t, filepath.Join(home, "after"), "free\n")
}
