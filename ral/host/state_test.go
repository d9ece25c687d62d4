package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestState(t *testing.T) {
	s, err := OpenState(filepath.Join(t.TempDir(), "a", "ralsh"))
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
	s, err := OpenState(t.TempDir())
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
	_, err := OpenState(filepath.Join(file, "ralsh"))
	if want := "cannot create the directory " + file + ": not a directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	s, err := OpenState(dir)
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
	first, err := OpenState(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := first.LockAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := PeekState(dir)
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
		want OwnPaths
	}{
		"root": {
			0,
			map[string]string{"HOME": "/root", "XDG_STATE_HOME": "/x"},
			OwnPaths{"/etc/ralsh/config.yaml", "/x/ralsh", "/x/ralsh/ralsh.log"},
		},
		"root without xdg": {
			0,
			map[string]string{"HOME": "/root"},
			OwnPaths{"/etc/ralsh/config.yaml", "/var/lib/ralsh", "/var/lib/ralsh/ralsh.log"},
		},
		"home": {
			1000,
			map[string]string{"HOME": "/home/u"},
			OwnPaths{"/home/u/.config/ralsh/config.yaml", "/home/u/.local/state/ralsh", "/home/u/.local/state/ralsh/ralsh.log"},
		},
		"xdg": {
			1000,
			map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "rel"},
			OwnPaths{"/home/u/.config/ralsh/config.yaml", "/s/ralsh", "/s/ralsh/ralsh.log"},
		},
	}
	for name, test := range tests {
		if got := Paths(test.uid, func(k string) string { return test.env[k] }); got != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestStateOfOthers checks that root saves nothing where another user could
// have created a file or a link.
func TestStateOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		needs(t, "needs root, which alone is careful with what belongs to others")
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
		_, err := OpenState(dir)
		for door, err := range map[string]error{
			"OpenState": err,
			"Read":      ignoring(fs.ErrNotExist, second(PeekState(dir).Read("x"))),
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
		needs(t, "needs root, which alone is careful with what belongs to others")
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
			s, err := OpenState(filepath.Join(dir, "ralsh"))
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
	s, err := OpenState(filepath.Join(t.TempDir(), "ralsh"))
	if err = errors.Join(err, os.Mkdir(s.Path("runs"), 0o700), os.Chown(s.Path("runs"), 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	for door, err := range map[string]error{
		"List": func() error { _, err := s.List("runs"); return err }(), "Sizes": func() error { _, err := s.Sizes("runs"); return err }(),
		"Remove": s.Remove("runs/1"), "Read": second(s.Read("runs/1")),
	} {
		if _, ok := errors.AsType[*UntrustedOwnFileError](err); !ok {
			t.Errorf("%s: %v", door, err)
		}
	}
}

// A file that is removed or replaced between two appends is opened again.
func TestAppendAfterRemoval(t *testing.T) {
	s, err := OpenState(filepath.Join(t.TempDir(), "state"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Append("f", []byte("one\n"), false), os.Remove(s.Path("f")), s.Append("f", []byte("two\n"), false)); err != nil {
		t.Fatal(err)
	}
	if got := content(t, s.Path("f")); got != "two\n" {
		t.Errorf("%q", got)
	}
	if err := errors.Join(os.Remove(s.Path("f")), os.Mkdir(s.Path("f"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := s.Append("f", []byte("three\n"), true); err == nil {
		t.Error("a directory is appended to")
	}
}
