package sandbox_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/google/go-cmp/cmp"
)

// world is what a sandbox must leave as it is: a tree of files, a process, and
// the state of the machine.
type world struct {
	dir    string
	victim *exec.Cmd
	fifo   *os.File
	before string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: filepath.Join(t.TempDir(), "tree")}
	for name, text := range map[string]string{"file": "old\n", "dir/one": "1\n", "dir/two": "2\n", "gone": "x\n"} {
		path := filepath.Join(w.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("file", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(w.dir, "fifo")
	if err := unix.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	var err error
	if w.fifo, err = os.OpenFile(fifo, os.O_RDONLY|unix.O_NONBLOCK, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.fifo.Close() })
	w.victim = exec.Command("sleep", "1000")
	if err := w.victim.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = w.victim.Process.Kill(), w.victim.Wait() })
	w.before = w.look(t)
	return w
}

// look describes the world.
func (w *world) look(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		st := info.Sys().(*syscall.Stat_t)
		fmt.Fprintf(&b, "%s %s %d:%d %d %d\n", path, info.Mode(), st.Uid, st.Gid, st.Ino, st.Ctim.Nano())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/proc/sys/kernel/hostname", "/proc/self/mountinfo"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if !strings.Contains(line, "/tmp/ralsh-") { // the roots of other tests
				b.WriteString(line)
			}
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.victim.Process.Pid))
	fmt.Fprintln(&b, "the process has ended:", strings.Contains(string(status), "State:\tZ"), err)
	n, err := w.fifo.Read(make([]byte, 1)) // the end, where there is no writer
	fmt.Fprintln(&b, "bytes in the FIFO:", n, err)
	for _, path := range []string{"/etc", "/tmp", "/dev", "/run"} {
		if _, err := os.Lstat(filepath.Join(path, mark)); err == nil {
			fmt.Fprintf(&b, "%s has %s\n", path, mark)
		}
	}
	return b.String()
}

// mark is the name of files that code tries to make.
const mark = "made-in-a-sandbox"

func (w *world) check(t *testing.T) {
	t.Helper()
	if diff := cmp.Diff(w.before, w.look(t)); diff != "" {
		t.Errorf("the host has changed:\n%s", diff)
	}
}

// replace puts the names of this world into code.
func (w *world) replace(code string) string {
	return strings.NewReplacer("TREE", w.dir, "MARK", mark, "VICTIM", fmt.Sprint(w.victim.Process.Pid)).Replace(code)
}
