package e2e_test

import (
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitElsewhere runs a command over a connection that ssh(1) shares, in 0.2 s more than
// the plain ssh needs, and brings the program in 3 s.
func TestLimitElsewhere(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	enter := sshRoot(t)
	run := func(argv ...string) {
		t.Helper()
		if out, err := enter(argv...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", argv, err, out)
		}
	}
	run("ssh", "shared", "true")
	plain := time.Hour
	for range 5 {
		start := time.Now()
		run("ssh", "shared", "true")
		plain = min(plain, time.Since(start))
	}
	t.Logf("plain ssh: %v", plain)
	real.WithinBest(t, "bringing the program", 3*time.Second, func() {
		run("rm", "-rf", "/home/alice/.cache/ralsh")
		run("ralsh", "--on", "shared", "--version")
	})
	real.WithinBest(t, "a command", plain+200*time.Millisecond, func() { run("ralsh", "--on", "shared", "--version") })
	run("ralsh", "--on", "alice", "--version")
	real.WithinBest(t, "a command over a connection of ralsh", plain+200*time.Millisecond, func() { run("ralsh", "--on", "alice", "--version") })
}
