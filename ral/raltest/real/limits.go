package real

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Limits skips the test if time and memory are not checked: under the race detector,
// or on a busy machine. A stage of CI sets RALSH_LIMITS=1 and selects tests by the word
// Limit, so the name of the test must contain it.
func Limits(t testing.TB) {
	t.Helper()
	named(t)
	if os.Getenv("RALSH_LIMITS") == "" {
		t.Skip("set RALSH_LIMITS=1 to check limits")
	}
}

// named fails a test that checks a limit without the word in its name.
func named(t testing.TB) {
	t.Helper()
	if !strings.Contains(t.Name(), "Limit") {
		t.Fatalf("the name of a test that checks a limit must contain Limit: %s", t.Name())
	}
}

// Full skips the test except in .ci/full, because it takes too long for every change.
func Full(t testing.TB) {
	t.Helper()
	if !IsFull() {
		t.Skip("only .ci/full runs this test (RALSH_FULL=1)")
	}
}

// Speed skips the test except in .ci/speed, which prints its table. It enters a root only
// then.
func Speed(t testing.TB) {
	t.Helper()
	if os.Getenv("RALSH_SPEED") == "" && os.Getenv(insideOf) == "" {
		t.Skip(".ci/speed prints the tables of docs/speed.md")
	}
}

// CPU returns the processor time that this process has used so far, user and system
// (getrusage(2)). Other processes hardly affect it.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Memory runs the calling test again in a separate process, with a garbage collector that
// stops the program (GODEBUG=gcstoptheworld=1, package runtime). A concurrent collector counts
// everything allocated during a collection as used, which is more on a busy machine. Memory
// returns true in that process, where the test continues.
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
	Judge(t, string(out), err)
	return false
}

// IsFull reports whether the tests of .ci/full run (RALSH_FULL=1).
func IsFull() bool { return os.Getenv("RALSH_FULL") != "" }
