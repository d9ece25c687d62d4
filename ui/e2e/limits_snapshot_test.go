package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitSnapshot takes a snapshot of this machine in two seconds, and compares two in a
// tenth of one.
func TestLimitSnapshot(t *testing.T) {
	real.Limits(t)
	bin, file := real.Binary(t), filepath.Join(t.TempDir(), "a")
	run := func(args ...string) []byte {
		cmd := exec.Command(bin, args...)
		cmd.Env = append(cmd.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return out
	}
	var snap []byte
	real.WithinBest(t, "snapshot", 2*time.Second, func() { snap = run("snapshot") })
	if err := os.WriteFile(file, snap, 0o600); err != nil {
		t.Fatal(err)
	}
	real.WithinBest(t, "compare of two", 100*time.Millisecond, func() { run("compare", file, file) })
	t.Logf("%d KB", len(snap)/1000)
}

// BenchmarkSnapshot takes a snapshot of this machine, and compares two.
func BenchmarkSnapshot(b *testing.B) {
	bin, file := real.Binary(b), filepath.Join(b.TempDir(), "a")
	out, err := exec.Command(bin, "snapshot").Output()
	if err == nil {
		err = os.WriteFile(file, out, 0o600)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Run("snapshot", func(b *testing.B) {
		for b.Loop() {
			ended(b, bin, "snapshot")
		}
	})
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			ended(b, bin, "compare", file, file)
		}
	})
}
