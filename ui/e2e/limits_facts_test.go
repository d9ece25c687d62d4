package e2e_test

import (
	"os/exec"
	"slices"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitFacts alternates between ralsh and Facter, which print all facts of this
// machine as whole processes.
func TestLimitFacts(t *testing.T) {
	real.Limits(t)
	real.Need(t, "facts are compared with Facter", "facter")
	bin := real.Binary(t)
	var ours, theirs []time.Duration
	for range 9 {
		ours = append(ours, ended(t, bin, "facts"))
		theirs = append(theirs, ended(t, "facter"))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	half := len(ours) / 2
	ratio := float64(theirs[half]) / float64(ours[half])
	t.Logf("all facts: ralsh %v, facter %v: %.0f times faster", ours[half], theirs[half], ratio)
	if ratio < 20 {
		t.Errorf("%.1f times faster than facter, less than 20", ratio)
	}
}

// ended returns how long a command takes. It ignores the status, because Facter's is
// 1 if a fact cannot be read.
func ended(t testing.TB, name string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(cmd.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return time.Since(start)
}

// BenchmarkFacts benchmarks the same two commands.
func BenchmarkFacts(b *testing.B) {
	if _, err := exec.LookPath("facter"); err != nil {
		b.Skip("facter is not here")
	}
	bin := real.Binary(b)
	b.Run("ralsh", func(b *testing.B) {
		for b.Loop() {
			ended(b, bin, "facts")
		}
	})
	b.Run("facter", func(b *testing.B) {
		for b.Loop() {
			ended(b, "facter")
		}
	})
}
