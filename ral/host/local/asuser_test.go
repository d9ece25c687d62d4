package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

const somebody = 4711

// shared returns a directory that every user may search, with a directory of
// another user and one of root.
func shared(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		real.Lacks(t, "acting as another user needs root")
	}
	dir := t.TempDir()
	for _, err := range []error{
		os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755),
		os.Mkdir(filepath.Join(dir, "own"), 0o700), os.Chown(filepath.Join(dir, "own"), somebody, somebody),
		os.Mkdir(filepath.Join(dir, "root"), 0o755),
		os.WriteFile(filepath.Join(dir, "root/secret"), []byte("secret"), 0o600),
		os.Symlink("../root/secret", filepath.Join(dir, "own/link")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Actions of another user have that user's privileges, and later ones those of
// this process.
func TestActAs(t *testing.T) {
	dir := shared(t)
	ctx, machine := host.WithUser(t.Context(), somebody, somebody), Machine()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, c := range map[string]struct {
		do     func() error
		denied bool
	}{
		"a file of one's own": {func() error { return machine.Writer().WriteFile(ctx, at("own/a"), []byte("x"), host.WriteOptions{}) }, false},
		"a folder":            {func() error { return machine.Writer().Mkdir(ctx, at("own/d"), 0o700) }, false},
		"a file of root":      {func() error { return machine.Writer().WriteFile(ctx, at("root/a"), []byte("x"), host.WriteOptions{}) }, true},
		"through a link":      {func() error { return machine.Writer().WriteFile(ctx, at("own/link"), []byte("x"), host.WriteOptions{}) }, true},
		"removal":             {func() error { return machine.Writer().Remove(ctx, at("root/secret"), false) }, true},
		"modes":               {func() error { return machine.Writer().Chmod(ctx, at("root/secret"), 0o644) }, true},
		"owners":              {func() error { return machine.Writer().Chown(ctx, at("own"), 0, 0) }, true},
		"links":               {func() error { return machine.Writer().Symlink(ctx, "x", at("root/l")) }, true},
		"reading":             {func() error { _, err := machine.Reader().ReadFile(ctx, at("own/link")); return err }, true},
		"as root again": {func() error {
			return machine.Writer().WriteFile(t.Context(), at("root/b"), []byte("x"), host.WriteOptions{})
		}, false},
	} {
		if err := c.do(); errors.Is(err, fs.ErrPermission) != c.denied || err != nil && !c.denied {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := os.ReadFile(at("root/secret")); err != nil || string(got) != "secret" {
		t.Errorf("%q, %v", got, err)
	}
	for _, name := range []string{"own/a", "own/d"} {
		info, err := os.Lstat(at(name))
		if err != nil {
			t.Fatal(err)
		}
		if st := info.Sys().(*syscall.Stat_t); st.Uid != somebody || st.Gid != somebody {
			t.Errorf("%s belongs to %d:%d", name, st.Uid, st.Gid)
		}
	}
}

// A directory that is used as a root may be inaccessible to its users.
func TestActAsBelow(t *testing.T) {
	dir := shared(t)
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	below, err := Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx := host.WithUser(t.Context(), somebody, somebody)
	if err := below.Writer().WriteFile(ctx, "/own/a", []byte("x"), host.WriteOptions{}); err != nil {
		t.Error(err)
	}
	if err := below.Writer().WriteFile(ctx, "/own/link", []byte("x"), host.WriteOptions{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("through a link: %v", err)
	}
}
