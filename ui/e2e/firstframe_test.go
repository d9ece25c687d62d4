package e2e_test

import (
	"testing"

	"ralsh/ral/raltest/real"
)

// TestFirstFrameWaitsForNoDisk starts ralsh for the first time on a busy disk, on
// which each fsync(2) takes 10 minutes.
func TestFirstFrameWaitsForNoDisk(t *testing.T) {
	t.Parallel()
	real.NeedPrepared(t, "delaying the calls of a program", "strace", "unshare")
	root, _ := hostsBelow(t)
	// Without a namespace of its own, ralsh would outlive the terminal for those minutes.
	slow := []string{"unshare", "--pid", "--mount-proc", "--fork", "--kill-child", "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=600s"}
	w := walk{t, real.Terminal(t, append(slow, ownState(t, "--root", root)...), 120, 36)}
	w.see("instances", "host", "yumrepo")
}
