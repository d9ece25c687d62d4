package local

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A path without links leads to the same place with one call as name by name.
func TestLocateDirect(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a/b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a/file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": "a", "a/dangling": "missing", "a/absolute": "/a", "a/b/up": "../file"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	below, err := placeBelow(dir)
	if err != nil {
		t.Fatal(err)
	}
	direct := 0
	for top, r := range map[string]rootResolver{dir: {name: "/", uid: os.Geteuid()}, "": below} {
		for _, guarded := range []bool{false, true} {
			r.guarded = guarded
			for _, name := range []string{
				"", "/", "/a", "/a/", "/a/b", "/a//b", "/a/../a", "/a/b/..", "/a/./file", "/a/file", "/a/new", "/a/b/new", "/a/file/x", "/missing/x",
				"/link", "/link/file", "/link/new", "/a/dangling", "/a/absolute", "/a/absolute/b", "/a/b/up", "/a/b/up/x",
			} {
				for _, follow := range []bool{false, true} {
					at, ok := r.locateDirect(top+name, follow)
					if !ok {
						continue
					}
					direct++
					want, err := r.locateByName(top+name, follow)
					if err != nil {
						t.Errorf("%s%s: %v", top, name, err)
						continue
					}
					if at.base != want.base || at.real != want.real || inode(t, at.dir) != inode(t, want.dir) {
						t.Errorf("%s%s, follow %v: %+v, want %+v", top, name, follow, at, want)
					}
					closeFD(at.dir)
					closeFD(want.dir)
				}
			}
		}
	}
	if direct < 40 {
		t.Errorf("only %d paths were resolved with one call", direct)
	}
}

func inode(t *testing.T, fd int) uint64 {
	t.Helper()
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		t.Fatal(err)
	}
	return info.Ino
}
