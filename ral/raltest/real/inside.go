package real

import (
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
	if os.Getenv(insideOf) == t.Name() {
		return true
	}
	root := make(t)
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
	writeFile(t, filepath.Join(root, "opt/test"), string(program), 0o755)
	cmd := Enter(root, "/opt/test", "-test.v", "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
	cmd.Env = append(cmd.Env, insideOf+"="+t.Name(), "TMPDIR=/tmp")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("inside the root: %v\n%s", err, out)
	}
	t.Logf("inside the root:\n%s", out)
	return false
}

// insideOf names, inside, the test that is run there.
const insideOf = "RALSH_INSIDE"
