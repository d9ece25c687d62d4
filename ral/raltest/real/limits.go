package real

import (
	"os"
	"os/exec"
	"strings"
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

// Memory runs the calling test in a process of its own, where the collector stops
// the world (GODEBUG=gcstoptheworld=1, package runtime): one that runs beside the
// program counts whatever is allocated meanwhile as used, which on a busy machine
// is more. It returns true in that process, where the test goes on.
func Memory(t *testing.T) bool {
	t.Helper()
	Limits(t)
	const stop = "GODEBUG=gcstoptheworld=1"
	if "GODEBUG="+os.Getenv("GODEBUG") == stop {
		return true
	}
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), stop)
	out, err := again.CombinedOutput()
	t.Log(strings.TrimSpace(string(out)))
	if err != nil {
		t.Error(err)
	}
	return false
}
