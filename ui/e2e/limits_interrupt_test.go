package e2e_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitInterrupt interrupts a large plan at each of its stages: it must end within a
// second.
func TestLimitInterrupt(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	_, many := declared(t, 100_000)
	began := time.Now()
	if err := interruptible(t, "apply", "--noop", many).Wait(); err != nil {
		t.Fatal(err)
	}
	whole, worst := time.Since(began), time.Duration(0)
	for _, percent := range []time.Duration{3, 20, 40, 60, 80} {
		cmd := interruptible(t, "apply", "--noop", many)
		time.Sleep(whole * percent / 100)
		worst = max(worst, interrupted(t, cmd))
	}
	real.Within(t, "a plan of 100,000 files, interrupted", worst, time.Second)
}

// TestLimitInterruptCopy interrupts the copy of a large source, once: it must end within
// a second, with nothing half written.
func TestLimitInterruptCopy(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	dir := t.TempDir()
	sparse, to := filepath.Join(dir, "sparse"), filepath.Join(dir, "to")
	for file, size := range map[string]int64{sparse: 3 << 30, to: 1} {
		if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Truncate(file, size)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := interruptible(t, "apply", catalogOf(t, t.TempDir(), []resourceOf{{"File", to, map[string]any{"ensure": "file", "source": sparse}}}))
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if temporary, _ := filepath.Glob(filepath.Join(dir, ".to.*")); len(temporary) > 0 {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("the copy does not begin")
		}
	}
	real.Within(t, "a copy, interrupted", interrupted(t, cmd), time.Second)
	info, err := os.Stat(to)
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || info.Size() != 1 || len(left) > 0 {
		t.Errorf("the file has %d bytes, and beside it lie %v: %v", info.Size(), left, err)
	}
}

// interruptible starts ralsh.
func interruptible(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(real.Binary(t), args...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// interrupted sends one SIGINT and returns how long the command goes on. It must fail.
func interrupted(t *testing.T, cmd *exec.Cmd) time.Duration {
	t.Helper()
	sent := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it succeeded although it was interrupted")
	}
	return time.Since(sent)
}
