package demo_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/demo"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
)

// made returns a sample host in a directory of the test.
func made(t *testing.T) *demo.Host {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	h, err := demo.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestMake(t *testing.T) {
	h := made(t)
	if want := filepath.Join(os.Getenv("TMPDIR"), "ralsh-demo"); h.Dir != want {
		t.Errorf("the folder is %s, want %s", h.Dir, want)
	}
	if h.Machine == "" {
		t.Error("the machine has no name")
	}
	for path, want := range map[string]fs.FileMode{
		"":                                   fs.ModeDir | 0o700,
		"etc/hosts":                          0o644,
		"etc/shadow":                         0o640,
		"etc/init.d/cron":                    0o755,
		"home/deploy/.ssh":                   fs.ModeDir | 0o700,
		"home/deploy/.ssh/authorized_keys":   0o600,
		"tmp":                                fs.ModeDir | fs.ModeSticky | 0o777,
		"usr/bin/bash":                       0o755,
		"bin":                                fs.ModeSymlink | 0o777,
		"etc/nginx/sites-enabled/default":    fs.ModeSymlink | 0o777,
		"var/spool/cron/crontabs/deploy":     0o600,
		"etc/sysctl.d/10-network.conf":       0o644,
		"usr/lib/systemd/system/ssh.service": 0o644,
	} {
		info, err := os.Lstat(filepath.Join(h.Dir, path))
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v (%v), want %v", path, info.Mode(), err, want)
		}
	}
	if err := h.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(h.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Remove: %v", err)
	}
}

// TestCommandHasTheSameState opens a session as the command does, and expects
// the basket of the demo.
func TestCommandHasTheSameState(t *testing.T) {
	h := made(t)
	open := func() *model.Session {
		reg := ral.NewRegistry()
		providers.Register(reg)
		s, err := model.Open(t.Context(), reg, h.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	left := open()
	left.SetStateDir(h.State())
	b := basket.New(left)
	b.Merge(basket.Saved{})
	b.Draft(left.Env.Registry.Type("host"), "db2", nil, nil).Set("ip", "192.0.2.9")
	if err := b.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	set, command, _ := strings.Cut(h.Command(), " ")
	name, value, _ := strings.Cut(set, "=")
	if want := "ralsh --root " + h.Dir; command != want {
		t.Errorf("the command is %q, want %q", command, want)
	}
	for _, args := range [][]string{{"history", "3"}, {"undo", "1"}} {
		if got := left.CommandLine(args...); got != h.Command(args...) {
			t.Errorf("the screens say %s, and the end of the demo %s", got, h.Command(args...))
		}
	}
	t.Setenv(name, value)
	saved, err := basket.New(open()).Load()
	if err != nil || len(saved.Staged) != 1 || saved.Staged[0].Draft.Title != "db2" {
		t.Errorf("with %s the basket is %+v, %v", set, saved, err)
	}
}

// An existing directory may belong to another user.
func TestMakeTakesNoFolderThatIsThere(t *testing.T) {
	first := made(t)
	second, err := demo.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if second.Dir == first.Dir {
		t.Fatalf("both are in %s", first.Dir)
	}
	if err := second.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(first.Dir, "etc/hosts")); err != nil {
		t.Errorf("removing the second took from the first: %v", err)
	}
}

func TestMakeLeavesNothingWhenItFails(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(temp, "missing"))
	missing := filepath.Join(temp, "missing")
	want := "cannot create the directory " + missing + "/ralsh-demo: the directory " + missing + " does not exist"
	if _, err := demo.Make(t.Context()); !errors.Is(err, fs.ErrNotExist) || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if names, _ := os.ReadDir(temp); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

// TestLessons checks what there is to discover on the sample host.
func TestLessons(t *testing.T) {
	h := made(t)
	reg := ral.NewRegistry()
	providers.Register(reg)
	s, err := model.Open(t.Context(), reg, h.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, lesson := range []struct {
		typ, provider string
		instances     int
		odd           map[string]string
	}{
		{"host", "parsed", 4, nil},
		{"ini_setting", "ruby", 5, nil},
		{"sysctl", "parsed", 5, nil},
		{"group", "groupadd", 9, nil},
		{"mailalias", "aliases", 3, map[string]string{"webmaster": "the recipient carol is neither an account in /etc/passwd nor an alias"}},
		{"user", "useradd", 6, map[string]string{"alice": "the shell /bin/fish does not exist"}},
	} {
		typ, err := s.Type(lesson.typ)
		if err != nil {
			t.Fatal(err)
		}
		p := typ.Provider(lesson.provider)
		n, odd := 0, map[string]string{}
		s.Env.ListBy(t.Context(), p, func(ev onhost.ListEvent) {
			if ev.Err != nil {
				t.Error(ev.Err)
			}
			for _, inst := range ev.Found {
				n++
				for _, text := range inst.Findings() {
					odd[inst.Name] = text
				}
			}
		})
		if n != lesson.instances || len(odd) != len(lesson.odd) {
			t.Errorf("%d of %s, %d of them odd: %v", n, lesson.typ, len(odd), odd)
		}
		for name, want := range lesson.odd {
			if odd[name] != want {
				t.Errorf("%s %s: %q, want %q", lesson.typ, name, odd[name], want)
			}
		}
	}
	service, err := s.Type("service")
	if err != nil {
		t.Fatal(err)
	}
	el := s.Env.Elect(t.Context(), service)
	if el.Winner != nil || el.SuitableCount() != 0 {
		t.Errorf("%v handles services of a folder", el.Winner)
	}
}

// TestLimitMake limits the time of creating the sample host.
func TestLimitMake(t *testing.T) {
	real.Limits(t)
	t.Setenv("TMPDIR", t.TempDir())
	began := time.Now()
	if _, err := demo.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	real.Within(t, "made", time.Since(began), 200*time.Millisecond)
}
