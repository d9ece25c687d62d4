package e2e_test

import (
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestFirstFrameWaitsForNoDisk starts ralsh for the first time on a busy disk, on
// which each fsync(2) takes 30 seconds.
func TestFirstFrameWaitsForNoDisk(t *testing.T) {
	real.NeedPrepared(t, "delaying the calls of a program", "strace")
	root, _ := hostsBelow(t)
	slow := []string{"strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=30000000"}
	begun := time.Now()
	w := walk{t, real.Terminal(t, append(slow, ownState(t, "--root", root)...), 120, 36)}
	w.see("instances", "host", "yumrepo")
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("the first frame took %v", took)
	}
}
