package real

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Inside runs the calling test again inside a fresh Debian root, with its own mounts,
// processes and network, and with the root's /etc. There it returns true and the test
// continues; outside it returns false after that run. ready, if not nil, prepares the
// root first.
func Inside(t *testing.T, ready func(root string)) bool {
	t.Helper()
	return InsideOf(t, Chroot, ready)
}

// InsideOf is Inside for the root that make returns, such as [PuppetServer].
func InsideOf(t *testing.T, make func(testing.TB) string, ready func(root string)) bool {
	t.Helper()
	if isInside(t) {
		return true
	}
	root := make(t)
	argv := again(t, root, ready)
	out, err := Enter(root, argv...).CombinedOutput()
	judge(t, string(out), err)
	return false
}

// InsideBooted is Inside for a booted Debian ([Boot]).
func InsideBooted(t *testing.T, ready func(root string)) bool {
	t.Helper()
	if isInside(t) {
		return true
	}
	m := Boot(t, "")
	stdout, stderr, exit := m.Run(t.Context(), again(t, m.Root(), ready)...)
	var err error
	if exit != 0 {
		err = fmt.Errorf("exit status %d", exit)
	}
	judge(t, stdout+stderr, err)
	return false
}

// insideOf is the environment variable that names the test run inside.
const insideOf = "RALSH_INSIDE"

func isInside(t *testing.T) bool {
	t.Helper()
	return os.Getenv(insideOf) == t.Name()
}

// again prepares the root and returns the command that runs the test in it.
func again(t *testing.T, root string, ready func(root string)) []string {
	t.Helper()
	if ready != nil {
		ready(root)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	Write(t, filepath.Join(root, "opt/test"), string(program), 0o755)
	return []string{
		"env", insideOf + "=" + t.Name(), "TMPDIR=/tmp", "RALSH_LIMITS=" + os.Getenv("RALSH_LIMITS"),
		"/opt/test", "-test.v", "-test.run=^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$",
	}
}

// judge applies the result of the test run inside to the calling test.
func judge(t *testing.T, out string, err error) {
	t.Helper()
	if err != nil || !strings.Contains(out, "--- PASS: "+t.Name()) {
		t.Fatalf("inside the root: %v\n%s", err, out)
	}
	t.Logf("inside the root:\n%s", out)
}
