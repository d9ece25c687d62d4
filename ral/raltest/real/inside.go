package real

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Inside runs the test that calls it once more, inside a fresh Debian root: with
// mounts, processes and a network of its own, and with the root's /etc. There it
// returns true and the test goes on; outside it returns false when all is done.
// ready, if not nil, readies the root first.
func Inside(t *testing.T, ready func(root string)) bool {
	t.Helper()
	return InsideOf(t, Chroot, ready)
}

// InsideOf is Inside of the root that make returns, such as [PuppetServer].
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

// InsideBooted is Inside of a booted Debian ([Boot]).
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

// insideOf names, inside, the test that is run there.
const insideOf = "RALSH_INSIDE"

func isInside(t *testing.T) bool {
	t.Helper()
	return os.Getenv(insideOf) == t.Name()
}

// again readies the root and returns the command that runs the test in it.
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

// judge takes the verdict of the test that ran inside for that of this one.
func judge(t *testing.T, out string, err error) {
	t.Helper()
	if err != nil || !strings.Contains(out, "--- PASS: "+t.Name()) {
		t.Fatalf("inside the root: %v\n%s", err, out)
	}
	t.Logf("inside the root:\n%s", out)
}
