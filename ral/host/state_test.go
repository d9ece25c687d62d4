package host

import (
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
		s.AppendSync("runs/1", []byte("one\n")), s.AppendSync("runs/1", []byte("two\n")),
		s.WriteAtomic("cache", []byte("old")), s.WriteAtomic("cache", []byte("new")),
	)
	if steps != nil {
		t.Fatal(steps)
	}
	for name, want := range map[string]string{"runs/1": "one\ntwo\n", "cache": "new"} {
		if got, err := s.Read(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if info, err := os.Stat(s.Path(name)); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if names, err := s.List(""); err != nil || !slices.Equal(names, []string{"cache", "runs"}) {
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

// TestStateOfOthers holds that root keeps nothing where another user could have
// planted a file or a link.
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
		"writable by all":         {0, 0, 0o777, "others than root may write"},
		"writable by all, sticky": {0, 0, 0o777 | os.ModeSticky, "others than root may write"},
		"writable by a group":     {0, 65534, 0o770, "others than root may write"},
	} {
		dir := filepath.Join(t.TempDir(), "ralsh")
		if err := errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, c.uid, c.gid), os.Chmod(dir, c.mode)); err != nil {
			t.Fatal(err)
		}
		switch _, err := OpenState(dir); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
}
