package real

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// Limits skips the test where time and memory are not judged: under the race
// detector, on a machine that is busy with something else. CI sets
// RALSH_LIMITS=1 in a run of its own.
func Limits(t testing.TB) {
	t.Helper()
	if os.Getenv("RALSH_LIMITS") == "" {
		t.Skip("limits are judged with RALSH_LIMITS=1 only")
	}
}

// CPU is the time that the processors spent on this process so far, user and
// system (getrusage(2)): what else runs on the machine hardly changes it.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
