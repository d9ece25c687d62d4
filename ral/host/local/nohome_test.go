package local

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

// A homeless command has a number of its own, but the same user for the kernel:
// it owns new files, and root can access the files of others.
func TestHomeless(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "theirs"), "read\n")
	if os.Getuid() == 0 {
		if err := os.Chown(filepath.Join(dir, "theirs"), 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, "theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		res, err := Machine().Writer().Output(t.Context(), host.Command{Name: name, Args: args, Homeless: true})
		if err != nil {
			t.Fatal(err)
		}
		return string(res.Stdout)
	}
	own, err := os.Readlink("/proc/self/ns/user")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(run("readlink", "/proc/self/ns/user")); got == own {
		real.Lacks(t, "needs a user namespace")
	}
	switch got := strings.TrimSpace(run("id", "-u")); got {
	case strconv.Itoa(homelessNumber):
	default:
		t.Errorf("it is %s", got)
	}
	if got := run("cat", filepath.Join(dir, "theirs")); got != "read\n" {
		t.Errorf("it reads %q", got)
	}
	if _, err := exec.LookPath("setpriv"); err == nil {
		run("test", "-r", filepath.Join(dir, "theirs")) // access(2)
	}
	made := filepath.Join(dir, "made")
	run("touch", made)
	info, err := os.Stat(made)
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); int(st.Uid) != os.Getuid() || int(st.Gid) != os.Getgid() {
		t.Errorf("it makes a file of %d:%d", st.Uid, st.Gid)
	}
	if os.Getuid() != 0 {
		return
	}
	run("chown", "12345:12345", made)
	if info, err = os.Stat(made); err != nil || info.Sys().(*syscall.Stat_t).Uid != 12345 {
		t.Errorf("root may not give a file away: %v", err)
	}
}

// A namespace has its own numbers, whatever the outer ones are; that of this
// process is cut out.
func TestMappings(t *testing.T) {
	for _, c := range []struct {
		text string
		self int
		want []syscall.SysProcIDMap
	}{
		{"0 0 4294967295\n", 0, []syscall.SysProcIDMap{{ContainerID: homelessNumber, Size: 1}, {ContainerID: 1, HostID: 1, Size: homelessNumber - 1}}},
		{"0 100000 65536\n", 7, []syscall.SysProcIDMap{
			{Size: 7}, {ContainerID: homelessNumber, HostID: 7, Size: 1}, {ContainerID: 8, HostID: 8, Size: 65528},
		}},
		{"0 1000 1\n1 100000 9\n", -1, []syscall.SysProcIDMap{{Size: 1}, {ContainerID: 1, HostID: 1, Size: 9}}},
	} {
		file := filepath.Join(t.TempDir(), "map")
		write(t, file, c.text)
		got, err := mappings(file, c.self)
		if err != nil || len(got) != len(c.want) {
			t.Fatalf("%q: %v, %v", c.text, got, err)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: %v, want %v", c.text, got[i], c.want[i])
			}
		}
	}
}
