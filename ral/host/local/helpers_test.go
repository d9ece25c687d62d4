package local

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// needs skips, or with RALSH_REAL=1 fails, if this machine lacks what the test
// needs.
func needs(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("RALSH_REAL") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// ownMounts gives the test a mount namespace of its own. The thread is not
// unlocked, so that it ends with the test.
func ownMounts(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		needs(t, "needs root, to mount")
	}
	runtime.LockOSThread()
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		needs(t, "needs a mount namespace: "+err.Error())
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		needs(t, "needs private mounts: "+err.Error())
	}
}

func mount(t *testing.T, source, target, kind string, flags uintptr, data string) {
	t.Helper()
	if err := unix.Mount(source, target, kind, flags, data); err != nil {
		needs(t, "needs to mount "+kind+": "+err.Error())
	}
	t.Cleanup(func() { _ = unix.Unmount(target, unix.MNT_DETACH) })
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func alone(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != strings.Join(want, " ") {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
