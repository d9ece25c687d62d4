package sandbox_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// written returns what lies in the upper folder that has a tree: "name kind"
// each, without the directories on the way.
func written(t *testing.T, v *sandbox.View, dir string) []string {
	t.Helper()
	best := sandbox.Upper{}
	for _, up := range v.Uppers() {
		if (up.Mount == "/" || dir == up.Mount || strings.HasPrefix(dir, up.Mount+"/")) && len(up.Mount) > len(best.Mount) {
			best = up
		}
	}
	rest, err := filepath.Rel(best.Mount, dir)
	if err != nil {
		t.Fatal(err)
	}
	top := filepath.Join(best.Dir, rest)
	var all []string
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == top {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, kind := strings.TrimPrefix(path, top+"/"), info.Mode().String()
		if info.Mode()&fs.ModeCharDevice != 0 && info.Sys().(*syscall.Stat_t).Rdev == 0 {
			kind = "gone"
		}
		for _, attr := range []string{"trusted.overlay.opaque", "user.overlay.opaque"} {
			if n, err := unix.Lgetxattr(path, attr, make([]byte, 8)); err == nil && n > 0 {
				kind += " opaque"
			}
		}
		all = append(all, name+" "+kind)
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return all
}

func TestOverlay(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"write", `File.write("file", "new")`, []string{"file -rw-r--r--"}},
		{"create", `File.write("came", "new", perm: 0600)`, []string{"came -rw-------"}},
		{"remove", `File.unlink("gone")`, []string{"gone gone"}},
		{"rename", `File.rename("gone", "came")`, []string{"came -rw-r--r--", "gone gone"}},
		{"mode", `File.chmod(0711, "file")`, []string{"file -rwx--x--x"}},
		{"hard link", `File.link("file", "came")`, []string{"came -rw-r--r--", "file -rw-r--r--"}},
		{"symbolic link", `File.symlink("file", "came")`, []string{"came Lrwxrwxrwx"}},
		{"directory", `Dir.mkdir("came", 0750); File.write("came/x", "")`, []string{"came drwxr-x---", "came/x -rw-r--r--"}},
		{"directory for a file", `File.unlink("gone"); Dir.mkdir("gone")`, []string{"gone drwxr-xr-x opaque"}},
		{"file for a directory", `require "fileutils"; FileUtils.rm_r("dir"); File.write("dir", "")`, []string{"dir -rw-r--r--"}},
		{"empty directory for a full one", `require "fileutils"; FileUtils.rm_r("dir"); Dir.mkdir("dir")`, []string{"dir drwxr-xr-x opaque"}},
		{"temporary file", `File.write(ENV["TMPDIR"] + "/x", "")`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			v := overlay(t, s, false)
			p := start(t, v, sandbox.Code)
			eval(t, p, `Dir.chdir("`+w.dir+`")`+"; File.umask(022); "+c.code)
			if got := written(t, v, w.dir); !slices.Equal(got, c.want) {
				t.Errorf("%s wrote %q, want %q", c.code, got, c.want)
			}
			w.check(t)
		})
	}
}

func TestOverlayRoot(t *testing.T) {
	s := open(t)
	w := newWorld(t)
	v := overlay(t, s, false)
	p, q := start(t, v, sandbox.Code), start(t, v, sandbox.Code)
	file := filepath.Join(w.dir, "file")
	eval(t, p, `File.write("`+file+`", "theirs")`)
	inside := v.Root() + file
	if text, err := os.ReadFile(inside); string(text) != "theirs" {
		t.Errorf("the view has %q, %v", text, err)
	}
	if err := os.WriteFile(inside, []byte("ours"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := eval(t, q, `File.read("`+file+`")`); got != "ours" {
		t.Errorf("the process sees %q", got)
	}
	w.check(t)
}

func TestOverlayRefresh(t *testing.T) {
	s := open(t)
	w := newWorld(t)
	v := overlay(t, s, false)
	p := start(t, v, sandbox.Code)
	fork, err := p.Fork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file, root := filepath.Join(w.dir, "file"), v.Root()
	for _, text := range []string{"first", "second", "third"} {
		for _, q := range []*sandbox.Process{p, fork} {
			eval(t, q, `File.write("`+file+`", "evil"); Dir.chdir("`+w.dir+`")`)
		}
		next := filepath.Join(w.dir, "next")
		if err := os.WriteFile(next, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, file); err != nil {
			t.Fatal(err)
		}
		if err := v.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, q := range []*sandbox.Process{p, fork, start(t, v, sandbox.Code)} {
			if got := eval(t, q, `File.read("`+file+`")`); got != text {
				t.Errorf("a process sees %q, want %q", got, text)
			}
		}
		if got, err := os.ReadFile(v.Root() + file); string(got) != text || v.Root() != root {
			t.Errorf("the root at %s has %q, %v", v.Root(), got, err)
		}
		if got := written(t, v, w.dir); len(got) != 0 {
			t.Errorf("still written: %q", got)
		}
	}
}

// TestGone refreshes an overlay as an ordinary user while directories come and go. They
// are covered one by one, because a mount lies beside them.
func TestGone(t *testing.T) {
	const user = 54321
	dir := os.Getenv("SANDBOX_GONE")
	if dir != "" {
		refreshWhileRemoving(t, dir)
		return
	}
	real.Need(t, "it mounts a filesystem and becomes an ordinary user", "unshare", "ruby")
	dir, err := os.MkdirTemp("", "sandbox-gone-") // others may enter it, unlike that of the test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	beside := filepath.Join(dir, "mount")
	if err := errors.Join(os.Mkdir(beside, 0o755), os.Chown(dir, user, user)); err != nil {
		t.Fatal(err)
	}
	script := `mount -t tmpfs test "$1" && exec setpriv --reuid "$2" --regid "$2" --clear-groups "$0" -test.run '^TestGone$'`
	cmd := exec.Command("unshare", "--mount", "--propagation", "private", "sh", "-c", script, os.Args[0], beside, strconv.Itoa(user))
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir, "SANDBOX_GONE="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func refreshWhileRemoving(t *testing.T, dir string) {
	s := open(t)
	v := overlay(t, s, false)
	stop := make(chan bool)
	var busy sync.WaitGroup
	defer busy.Wait()
	defer close(stop)
	for n := range 4 {
		busy.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				name := filepath.Join(dir, fmt.Sprintf("dir%d-%d", n, i%16))
				if os.Mkdir(name, 0o755) != nil {
					_ = os.Remove(name)
				}
			}
		})
	}
	for range 40 {
		if err := v.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMounts has more filesystems than the root, also a late one.
func TestMounts(t *testing.T) {
	if os.Getenv("SANDBOX_MOUNTS") == "" {
		real.Need(t, "it mounts filesystems", "unshare", "ruby")
		cmd := exec.Command("unshare", "--mount", "--propagation", "private", os.Args[0], "-test.run", "^TestMounts$")
		cmd.Env = append(os.Environ(), "SANDBOX_MOUNTS=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dir := filepath.Join(t.TempDir(), `a b,c:d\e`)
	mount := func(path string, flags uintptr) {
		t.Helper()
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("test", path, "tmpfs", flags, "mode=0700"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Unmount(path, unix.MNT_DETACH) })
	}
	outer, inner, fixed, late := dir, filepath.Join(dir, "inner"), filepath.Join(dir, "fixed"), filepath.Join(dir, "late")
	mount(outer, 0)
	mount(inner, unix.MS_NOSUID)
	mount(fixed, 0)
	if err := unix.Mount("", fixed, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	s := open(t)
	o, l := overlay(t, s, false), looks(t, s)
	p, q := start(t, o, sandbox.Code), start(t, l, sandbox.Code)
	write := func(dir string) string { return `File.write(%q{` + strings.ReplaceAll(dir, `\`, `\\`) + `/x}, "x")` }
	for _, c := range []struct {
		p         *sandbox.Process
		dir, want string
	}{
		{p, outer, "1"},
		{p, inner, "1"},
		{p, fixed, "Errno::EROFS"},
		{q, outer, "Errno::EROFS"},
		{q, inner, "Errno::EROFS"},
		{q, fixed, "Errno::EROFS"},
	} {
		if got := eval(t, c.p, write(c.dir)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.dir, got, c.want)
		}
		if _, err := os.Lstat(filepath.Join(c.dir, "x")); err == nil {
			t.Errorf("%s was written", c.dir)
		}
	}
	for _, up := range o.Uppers() {
		if _, err := os.Stat(filepath.Join(up.Dir, "x")); (err == nil) != (up.Mount == outer || up.Mount == inner) {
			t.Errorf("%s: %v", up.Mount, err)
		}
	}
	mount(late, 0)
	for _, v := range []*sandbox.View{o, l} {
		if err := v.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := eval(t, p, write(late)); got != "1" {
		t.Error(got)
	}
	if got := eval(t, q, write(late)); !strings.HasPrefix(got, "Errno::EROFS") {
		t.Error(got)
	}
	if names, err := os.ReadDir(late); len(names) != 0 {
		t.Errorf("%v, %v", names, err)
	}
}
