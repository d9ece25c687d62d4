package local

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral/host"
)

// Reading a file or listing a directory does not change its access time.
func TestLookingLeavesTheTimeOfAccess(t *testing.T) {
	dir, old := t.TempDir(), time.Now().Add(-48*time.Hour).Truncate(time.Second)
	file := filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	below, err := Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, dir} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for top, rd := range map[string]host.Reader{dir: Machine().Reader(), "": below.Reader()} {
		if _, err := rd.ReadFile(t.Context(), top+"/a"); err != nil {
			t.Fatal(err)
		}
		if _, err := rd.ReadDir(t.Context(), top+"/"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"/a", "/"} {
			if info, err := rd.Lstat(t.Context(), top+name); err != nil || !info.AccessTime.Equal(old) {
				t.Errorf("%s was read at %v (%v), and that at %v", top+name, info.AccessTime, err, old)
			}
		}
	}
}
