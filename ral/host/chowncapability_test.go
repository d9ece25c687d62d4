package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pkg/xattr"

	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
)

// A change of the owner keeps the capabilities of a file, which the kernel drops.
func TestChownKeepsCapabilities(t *testing.T) {
	real.Need(t, "changes owners and capabilities")
	file := filepath.Join(t.TempDir(), "ping")
	if err := os.WriteFile(file, []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	// cap_net_raw=ep, as setcap(8) writes it.
	want := []byte{1, 0, 0, 2, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if err := xattr.Set(file, "security.capability", want); err != nil {
		real.Lacks(t, "capabilities of files: %v", err)
	}
	for _, owner := range [][2]int{{1, -1}, {-1, 1}} {
		if err := local.Machine().Writer().Chown(t.Context(), file, owner[0], owner[1]); err != nil {
			t.Fatal(err)
		}
		got, err := xattr.Get(file, "security.capability")
		if err != nil {
			t.Fatalf("chown %v: %v", owner, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}
