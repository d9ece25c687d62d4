package sandbox_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// TestAsUser runs the other tests once more as an ordinary user, who needs a user
// namespace for a sandbox.
func TestAsUser(t *testing.T) {
	real.Need(t, "it becomes an ordinary user", "ruby")
	const user = 54321
	dir := filepath.Join(os.TempDir(), "sandbox-user")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chown(dir, user, user); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "-test.run", "^Test(Evil|Overlay|Looks|Runner|Queries|Life)", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "--- PASS") && !strings.Contains(line, "=== ") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// Where there are no namespaces to be had, Open says so.
func TestUnavailable(t *testing.T) {
	if os.Getenv("SANDBOX_NONE") != "" {
		_, err := sandbox.Open(t.Context(), spec(t, worker))
		var lacking *sandbox.UnavailableError
		if !errors.As(err, &lacking) || !strings.Contains(lacking.Why, "namespaces") {
			t.Error(err)
		}
		return
	}
	real.Need(t, "it gives up a capability", "setpriv", "ruby")
	cmd := exec.Command("setpriv", "--bounding-set", "-sys_admin", os.Args[0], "-test.run", "^TestUnavailable$")
	cmd.Env = append(os.Environ(), "SANDBOX_NONE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
