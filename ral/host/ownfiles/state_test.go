package ownfiles

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ralsh/ral/raltest/real"
)

func TestState(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "a", "ralsh"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read("journal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read nothing: %v", err)
	}
	steps := errors.Join(
		s.Append("runs/1", []byte("one\n"), true), s.Append("runs/1", []byte("two\n"), true),
		s.WriteAtomic("cache", []byte("old")), s.WriteAtomic("cache", []byte("new")),
		s.Mark("seen/1"), s.Mark("seen/1"), s.Mark("cache"),
	)
	if steps != nil {
		t.Fatal(steps)
	}
	for name, want := range map[string]string{"runs/1": "one\ntwo\n", "cache": "new", "seen/1": ""} {
		if got, err := s.Read(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if info, err := os.Stat(s.Path(name)); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if names, err := s.List(""); err != nil || !slices.Equal(names, []string{"cache", "runs", "seen"}) {
		t.Errorf("list %q, %v", names, err)
	}
	if names, err := s.List("none"); err != nil || len(names) != 0 {
		t.Errorf("list of nothing %q, %v", names, err)
	}
}

func TestLockNamesItsHolder(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := s.Lock("lock", "pid 12, apply site.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Lock("lock", "pid 13")
	if want := s.Path("lock") + " is held by pid 12, apply site.yaml"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Lock("lock", "pid 13"); err != nil {
		t.Errorf("after it was given back: %v", err)
	}
}

// The messages name a path once, without the system call.
func TestStateErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Mkdir(filepath.Join(dir, "lock"), 0o700)); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(file, "ralsh"))
	if want := "cannot create the directory " + file + ": not a directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Lock("lock", "me")
	if want := "cannot lock " + filepath.Join(dir, "lock") + ": is a directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A second LockAll waits for the first, as long as its context.
func TestLockAllWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	first, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := first.LockAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := Peek(dir)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.LockAll(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("while it is held: %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if unlock, err = second.LockAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
	if names, err := first.List(""); len(names) > 0 || err != nil {
		t.Errorf("it leaves %q, %v", names, err)
	}
}

func TestPaths(t *testing.T) {
	tests := map[string]struct {
		uid  int
		env  map[string]string
		want Paths
	}{
		"root": {
			0,
			map[string]string{"HOME": "/root", "XDG_STATE_HOME": "/x"},
			Paths{"/etc/ralsh/config.yaml", "/x/ralsh", "/x/ralsh/ralsh.log"},
		},
		"root without xdg": {
			0,
			map[string]string{"HOME": "/root"},
			Paths{"/etc/ralsh/config.yaml", "/var/lib/ralsh", "/var/lib/ralsh/ralsh.log"},
		},
		"home": {
			1000,
			map[string]string{"HOME": "/home/u"},
			Paths{"/home/u/.config/ralsh/config.yaml", "/home/u/.local/state/ralsh", "/home/u/.local/state/ralsh/ralsh.log"},
		},
		"xdg": {
			1000,
			map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "rel"},
			Paths{"/home/u/.config/ralsh/config.yaml", "/s/ralsh", "/s/ralsh/ralsh.log"},
		},
	}
	for name, test := range tests {
		if got := PathsOf(test.uid, func(k string) string { return test.env[k] }); got != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestStateOfOthers checks that root saves nothing where another user could
// have created a file or a link.
func TestStateOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		real.Lacks(t, "needs root, which alone is careful with what belongs to others")
	}
	for name, c := range map[string]struct {
		uid, gid int
		mode     os.FileMode
		want     string
	}{
		"of its own":              {0, 0, 0o700, ""},
		"readable by all":         {0, 0, 0o755, ""},
		"writable by its group":   {0, 0, 0o770, ""},
		"of another user":         {65534, 0, 0o700, "belongs to uid 65534"},
		"writable by all":         {0, 0, 0o777, "belongs to root, but other users may write it"},
		"writable by all, sticky": {0, 0, 0o777 | os.ModeSticky, "belongs to root, but other users may write it"},
		"writable by a group":     {0, 65534, 0o770, "belongs to root, but other users may write it"},
	} {
		dir := filepath.Join(t.TempDir(), "ralsh")
		if err := errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, c.uid, c.gid), os.Chmod(dir, c.mode)); err != nil {
			t.Fatal(err)
		}
		_, err := Open(dir)
		for door, err := range map[string]error{
			"OpenState": err,
			"Read":      ignoring(fs.ErrNotExist, second(Peek(dir).Read("x"))),
			"Config":    ignoring(fs.ErrNotExist, second(ReadConfig(filepath.Join(dir, "config.yaml")))),
		} {
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), dir+": ") || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %s: %v", name, door, err)
			}
		}
	}
}

func second(_ []byte, err error) error { return err }

func ignoring(expected, err error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// TestOwnFilesOfOthers checks every access to ralsh's own files: root uses no
// file that another user owns or may write, and follows no link of theirs.
func TestOwnFilesOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		real.Lacks(t, "needs root, which alone is careful with what belongs to others")
	}
	plants := map[string]struct {
		want  string
		plant func(path, other string) error
	}{
		"a file of another user": {"belongs to uid 65534", func(path, _ string) error {
			return errors.Join(os.WriteFile(path, []byte("planted"), 0o600), os.Chown(path, 65534, 65534))
		}},
		"a file that all may write": {"belongs to root, but other users may write it (mode 0666)", func(path, _ string) error {
			return errors.Join(os.WriteFile(path, []byte("planted"), 0o600), os.Chmod(path, 0o666))
		}},
		"a link of another user": {"is a symbolic link of uid 65534", func(path, other string) error {
			return errors.Join(os.Symlink(other, path), os.Lchown(path, 65534, 65534))
		}},
		"a link of root's": {"", func(path, other string) error { return os.Symlink(other, path) }},
	}
	for name, c := range plants {
		for door, use := range map[string]func(s *State, file string) error{
			"Read":        func(s *State, file string) error { return second(s.Read(file)) },
			"ReadPart":    func(s *State, file string) error { _, _, err := s.ReadPart(file, 0, 9); return err },
			"Held":        func(s *State, file string) error { _, _, err := s.Held(file); return err },
			"Lock":        func(s *State, file string) error { _, err := s.Lock(file, "me"); return err },
			"Append":      func(s *State, file string) error { return s.Append(file, []byte("x"), true) },
			"WriteAtomic": func(s *State, file string) error { return s.WriteAtomic(file, []byte("x")) },
			"Reserve":     func(s *State, file string) error { return s.Reserve(file, 4096) },
			"ReadConfig":  func(s *State, file string) error { return second(ReadConfig(s.Path(file))) },
			"WriteConfig": func(s *State, file string) error { return writeConfig(s.Path(file), []byte("x")) },
		} {
			dir := t.TempDir()
			other := filepath.Join(t.TempDir(), "other")
			s, err := Open(filepath.Join(dir, "ralsh"))
			if err = errors.Join(err, os.WriteFile(other, []byte("kept"), 0o600)); err != nil {
				t.Fatal(err)
			}
			file := s.Path("file")
			if err := c.plant(file, other); err != nil {
				t.Fatal(err)
			}
			err = use(s, "file")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), file+": ") || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %s: %v", name, door, err)
			}
			if data, err := os.ReadFile(other); c.want != "" && string(data) != "kept" {
				t.Errorf("%s: %s wrote %q, %v", name, door, data, err)
			}
		}
	}
	// The same applies to a parent directory.
	s, err := Open(filepath.Join(t.TempDir(), "ralsh"))
	if err = errors.Join(err, os.Mkdir(s.Path("runs"), 0o700), os.Chown(s.Path("runs"), 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	for door, err := range map[string]error{
		"List": func() error { _, err := s.List("runs"); return err }(), "Sizes": func() error { _, err := s.Sizes("runs"); return err }(),
		"Remove": s.Remove("runs/1"), "Read": second(s.Read("runs/1")),
	} {
		if _, ok := errors.AsType[*UntrustedError](err); !ok {
			t.Errorf("%s: %v", door, err)
		}
	}
}

// A file that is removed or replaced between two appends is opened again.
func TestAppendAfterRemoval(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "state"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Append("f", []byte("one\n"), false), os.Remove(s.Path("f")), s.Append("f", []byte("two\n"), false)); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(s.Path("f")); err != nil || string(got) != "two\n" {
		t.Errorf("%q", got)
	}
	if err := errors.Join(os.Remove(s.Path("f")), os.Mkdir(s.Path("f"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := s.Append("f", []byte("three\n"), true); err == nil {
		t.Error("a directory is appended to")
	}
}

func TestPeekMakesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	s := Peek(dir)
	if _, held, err := s.Held("lock"); held || err != nil {
		t.Errorf("held %v, %v", held, err)
	}
	if names, err := s.List("runs"); names != nil || err != nil {
		t.Errorf("%v, %v", names, err)
	}
	if _, _, err := s.ReadPart("x", 0, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestReadPart(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append("f", []byte("0123456789"), true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		offset, limit int64
		want          string
	}{{0, 4, "0123"}, {8, 4, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {20, 3, ""}, {0, 0, ""}} {
		part, size, err := s.ReadPart("f", c.offset, c.limit)
		if string(part) != c.want || size != 10 || err != nil {
			t.Errorf("from %d, %d bytes: %q of %d, %v; want %q", c.offset, c.limit, part, size, err, c.want)
		}
	}
	if _, _, err := s.ReadPart(".", 0, 1); err == nil {
		t.Error("a folder was read")
	}
}

func TestHeld(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := s.Lock("lock", "me")
	if err != nil {
		t.Fatal(err)
	}
	if holder, held, err := s.Held("lock"); holder != "me" || !held || err != nil {
		t.Errorf("%q, %v, %v", holder, held, err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, held, err := s.Held("lock"); held || err != nil {
		t.Errorf("afterwards: %v, %v", held, err)
	}
}

func TestStateRemoveAndSizes(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if sizes, err := s.Sizes("kept"); sizes != nil || err != nil {
		t.Errorf("of no folder: %v, %v", sizes, err)
	}
	if err := errors.Join(s.WriteAtomic("kept/a", []byte("12345")), s.WriteAtomic("kept/b", nil), os.Mkdir(s.Path("kept/c"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if sizes, err := s.Sizes("kept"); err != nil || !maps.Equal(sizes, map[string]int64{"a": 5, "b": 0}) {
		t.Errorf("sizes %v, %v", sizes, err)
	}
	if err := errors.Join(s.Remove("kept/a"), s.Remove("kept/a")); err != nil {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := s.Read("kept/a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after it was removed: %v", err)
	}
	if err := errors.Join(s.WriteAtomic("full/x", nil), s.Remove("full")); err == nil {
		t.Error("a folder that is not empty was removed")
	}
}

// TestClaimOnce checks that of many that claim a name at the same time one gets it.
func TestClaimOnce(t *testing.T) {
	dir := t.TempDir()
	var got atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			switch err := Peek(dir).Claim("names/a", []byte("x")); {
			case err == nil:
				got.Add(1)
			case !errors.Is(err, fs.ErrExist):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got.Load() != 1 {
		t.Errorf("%d of them got it", got.Load())
	}
	s := Peek(dir)
	if data, err := s.Read("names/a"); err != nil || string(data) != "x" {
		t.Errorf("it has %q, %v", data, err)
	}
	if info, err := os.Stat(s.Path("names/a")); err != nil || info.Mode() != 0o600 {
		t.Errorf("it is %v, %v", info, err)
	}
}

func TestRename(t *testing.T) {
	s := Peek(t.TempDir())
	if err := errors.Join(s.Claim("a", []byte("new")), s.Claim("b", []byte("old")), s.Rename("a", "b"), s.Rename("none", "b")); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read("b"); err != nil || string(data) != "new" {
		t.Errorf("b has %q, %v", data, err)
	}
	if _, err := s.Read("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a is there: %v", err)
	}
}

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	state, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := state.Scratch("x.pp", []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := state.Scratch("x.pp", []byte("two"))
	if err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{a.Path(): 0o600, filepath.Dir(a.Path()): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s is %v (%v), want %v", path, info.Mode(), err, mode)
		}
	}
	// An editor may leave other files in the directory.
	if err := os.WriteFile(a.Path()+"~", []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := b.Read(3); err != nil || string(data) != "two" {
		t.Errorf("read %q, %v", data, err)
	}
	if _, err := b.Read(2); err == nil {
		t.Error("a file that is too large was read")
	}
	if err := errors.Join(a.Remove(), b.Remove()); err != nil {
		t.Error(err)
	}
	if _, err := a.Read(3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read after it was removed: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}
