package real

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Inside runs the calling test again inside a fresh Debian root, with private mounts,
// processes and network, and with the root's /etc. There it returns true and the test
// continues; outside it returns false after that run. ready, if not nil, prepares the root
// first.
func Inside(t *testing.T, ready func(root string)) bool {
	t.Helper()
	return InsideOf(t, Chroot, ready)
}

// InsideOf is Inside for the root that make returns, for example [PuppetServer].
func InsideOf(t *testing.T, make func(testing.TB) string, ready func(root string)) bool {
	t.Helper()
	if isInside(t) {
		return true
	}
	root := make(t)
	if ready != nil {
		ready(root)
	}
	Install(t, root, testProgram, self(t))
	out, err := Enter(root, again(t)...).CombinedOutput()
	Judge(t, string(out), err)
	return false
}

// InsideBooted is Inside for a booted Debian ([Boot]). binary, if not nil, returns the program
// for /opt/ralsh there, for example [Binary].
func InsideBooted(t *testing.T, binary func(testing.TB) string) bool {
	t.Helper()
	if isInside(t) {
		return true
	}
	system := System{Root: base(t, "debian"), Test: self(t)}
	if binary != nil {
		system.Binary = binary(t)
	}
	m := BootAll(t, system)[0]
	stdout, stderr, exit := m.Run(t.Context(), again(t)...)
	var err error
	if exit != 0 {
		err = fmt.Errorf("exit status %d", exit)
	}
	Judge(t, stdout+stderr, err)
	return false
}

// NoRaceSleep is a value of GORACE for processes that a test starts. Without it, a
// program with the race detector sleeps for a second before it exits.
const NoRaceSleep = "atexit_sleep_ms=0"

// insideOf is the environment variable that names the test run inside.
const insideOf = "RALSH_INSIDE"

func isInside(t *testing.T) bool {
	t.Helper()
	return os.Getenv(insideOf) == t.Name()
}

// testProgram is the path of the test program in a root or a machine.
const testProgram = "/opt/test"

func self(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self
}

// again returns the command that runs the test inside.
func again(t *testing.T) []string {
	t.Helper()
	return []string{
		"env", insideOf + "=" + t.Name(), "TMPDIR=/tmp", "RALSH_LIMITS=" + os.Getenv("RALSH_LIMITS"), "RALSH_FULL=" + os.Getenv("RALSH_FULL"), "GORACE=" + NoRaceSleep,
		testProgram, "-test.v", "-test.run=^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$",
	}
}

// Judge applies the result of a test that ran again in a different process, with the flag
// -test.v, to the calling test. A skipped part is a failure, because no further process runs
// it.
func Judge(t *testing.T, out string, err error) {
	t.Helper()
	if err != nil || !strings.Contains(out, "--- PASS: "+t.Name()) || strings.Contains(out, "--- SKIP: ") {
		t.Fatalf("in a separate process: %v\n%s", err, out)
	}
	t.Logf("in a separate process:\n%s", out)
}
