package confined

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/sandbox"
)

// TestEachUpperSince finds what was written after a time, and all of a directory that was
// moved: what is in it is older, and new where it is now.
func TestEachUpperSince(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"kept/a", "moved/deep/b", "rewritten/c", "rewritten/d"} {
		put(t, dir, name)
	}
	since := later(t, dir)
	if err := os.Rename(filepath.Join(dir, "moved"), filepath.Join(dir, "there")); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "rewritten/c")
	if err := os.Chmod(filepath.Join(dir, "kept"), 0o700); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		since time.Time
		want  []string
	}{
		{time.Time{}, []string{"/m/kept", "/m/kept/a", "/m/rewritten", "/m/rewritten/c", "/m/rewritten/d", "/m/there", "/m/there/deep", "/m/there/deep/b"}},
		{since, []string{"/m/kept", "/m/kept/a", "/m/rewritten/c", "/m/there", "/m/there/deep", "/m/there/deep/b"}},
		{later(t, dir), nil},
	} {
		var got []string
		err := eachUpper(t.Context(), sandbox.Upper{Dir: dir, Mount: "/m"}, c.since, func(path string) error {
			got = append(got, path)
			return nil
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("since %v: %q, %v", c.since, got, err)
		}
	}
}

func put(t *testing.T, dir, name string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
		t.Fatal(err)
	}
}

// later returns a time of the clock of the file system that is after all that was written.
func later(t *testing.T, dir string) time.Time {
	t.Helper()
	var first time.Time
	for {
		probe := dir + ".probe"
		if err := os.WriteFile(probe, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		var stat unix.Stat_t
		if err := unix.Lstat(probe, &stat); err != nil {
			t.Fatal(err)
		}
		now := time.Unix(stat.Ctim.Unix())
		if first.IsZero() {
			first = now
		}
		if now.After(first) {
			return now
		}
	}
}
