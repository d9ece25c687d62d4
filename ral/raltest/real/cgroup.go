package real

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Control groups are mounted in hierarchies below this directory: cgroups(7).
const cgroups = "/sys/fs/cgroup"

// ownCgroup creates a control group for the start of a machine, and returns its open
// directory. Without it, the units of all machines share groups, and a machine whose unit has
// ended removes the group of a different machine's unit, which then cannot start. It returns
// nil if it cannot create a group, for example without control groups of version 2.
func ownCgroup(t testing.TB) *os.File {
	t.Helper()
	self, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	var group string
	for line := range strings.Lines(string(self)) {
		if path, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::"); is {
			group = filepath.Join(path, uniqueName(t))
		}
	}
	for _, mount := range []string{cgroups, cgroups + "/unified"} {
		if _, err := os.Stat(mount + "/cgroup.procs"); err != nil || group == "" {
			continue
		}
		if err := os.Mkdir(mount+group, 0o755); err != nil {
			t.Logf("machines share a control group: %v", err)
			return nil
		}
		t.Cleanup(func() { removeCgroup(t, group) })
		dir, err := os.Open(mount + group)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	return nil
}

// removeCgroup removes an empty group from each hierarchy: systemd-nspawn creates the same
// group in the hierarchy of systemd.
func removeCgroup(t testing.TB, group string) {
	t.Helper()
	mounts, err := filepath.Glob(cgroups + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, mount := range append(mounts, cgroups) {
		var dirs []string
		_ = filepath.WalkDir(mount+group, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() {
				dirs = append(dirs, path)
			}
			return nil
		})
		for _, dir := range slices.Backward(dirs) {
			if err := os.Remove(dir); err != nil {
				t.Errorf("a control group of a machine is left: %v", err)
			}
		}
	}
}
