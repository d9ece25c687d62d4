package accounts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/raltest/real"
)

// TestWritesLikeTheRealTools expects each tool to fail if a file that it is
// declared to write is immutable, and to succeed if another file is.
func TestWritesLikeTheRealTools(t *testing.T) {
	real.Need(t, "the shadow tools change a root")
	files := []string{PasswdFile, ShadowFile, GroupFile, "/etc/gshadow", "/etc/subuid", "/etc/subgid"}
	for _, line := range []string{
		"useradd one", "useradd -N two", "userdel games", "usermod -s /bin/sh daemon", "usermod -G users daemon",
		"chage -M 9 daemon", "groupadd one", "groupmod -g 4242 users", "groupdel voice", "gpasswd -M daemon users",
	} {
		words := strings.Fields(line)
		listed := writes(words[0], words[1:])
		for _, file := range files {
			root := real.Chroot(t)
			immutable(t, filepath.Join(root, file))
			out, err := real.Enter(root, words...).CombinedOutput()
			if want := slices.Contains(listed, file); (err != nil) != want {
				t.Errorf("%s without %s: %v, listed: %t\n%s", line, file, err, want, out)
			}
		}
	}
}

// immutable sets chattr +i on a file until the test ends.
func immutable(t *testing.T, file string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_RDONLY|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	flags := func(set int) error {
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, set)
	}
	if err := flags(unix.STATX_ATTR_IMMUTABLE); err != nil {
		f.Close()
		real.Lacks(t, "the attributes of chattr: %v", err)
		return
	}
	t.Cleanup(func() {
		if err := flags(0); err != nil {
			t.Error(err)
		}
		f.Close()
	})
}
