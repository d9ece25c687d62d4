package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

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
	cmd := exec.Command("/proc/self/exe", "-test.run", "^Test(Evil|Overlay|Looks|Runner|Life)", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if err != nil || strings.Contains(line, "SKIP") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if err != nil {
		t.Error(err)
	}
}
