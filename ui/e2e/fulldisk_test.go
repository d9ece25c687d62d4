package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestFullDisk applies 60 files while the file system with the state directory
// becomes full. The history contains every change, an undo reverts all of them, and
// nothing is started afterwards.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	real.Need(t, "a file system that gets full", "unshare", "mount")
	bin, dir := real.Binary(t), t.TempDir()
	var code strings.Builder
	for i := range 60 {
		write(t, filepath.Join(dir, "root/srv", fmt.Sprint(i)), strings.Repeat(fmt.Sprintf("old %d\n", i), 500))
		fmt.Fprintf(&code, "file { '/srv/%d': content => 'new' }\n", i)
	}
	write(t, filepath.Join(dir, "many.pp"), code.String())
	if err := os.Mkdir(filepath.Join(dir, "state"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("unshare", "--mount", "sh", "-c", `
		mount -t tmpfs -o size=300k tmpfs state
		"$1" --root root apply many.pp; echo "exit $?"
		"$1" --root root history 2>&1
		"$1" --root root undo --noop; echo "exit $?"`, "sh", bin)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir+"/config")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	changed := 0
	for i := range 60 {
		data, err := os.ReadFile(filepath.Join(dir, "root/srv", fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		if string(data) == "new" {
			changed++
		}
	}
	if changed == 0 || changed == 60 {
		t.Fatalf("%d files were changed", changed)
	}
	for _, want := range []string{
		fmt.Sprintf("%d changes done, 1 failed, %d not started", changed, 59-changed), "ralsh makes only changes that it can record", "exit 1",
		fmt.Sprintf("  failed  %d ", changed), fmt.Sprintf("%d changes planned; no changes were made", changed), "exit 0",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}
