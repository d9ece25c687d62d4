package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitInterrupt interrupts what takes long, at each of its stages: it must end
// within a second, with nothing half written.
func TestLimitInterrupt(t *testing.T) {
	real.Limits(t)
	bin := real.Binary(t)
	_, many := declared(t, 100_000)
	dir := t.TempDir()
	sparse, to := filepath.Join(dir, "sparse"), filepath.Join(dir, "to")
	if err := os.WriteFile(sparse, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 20<<30); err != nil {
		t.Fatal(err)
	}
	copied := catalogOf(t, dir, []resourceOf{{"File", to, map[string]any{"ensure": "file", "source": sparse, "checksum": "mtime"}}})
	for _, c := range []struct {
		what string
		args []string
	}{
		{"a plan of 100,000 files", []string{"apply", "--noop", many}},
		{"a copy of 20 GB", []string{"apply", copied}},
	} {
		worst := time.Duration(0)
		for after := 50 * time.Millisecond; after < 2*time.Second; after += 450 * time.Millisecond {
			cmd := exec.Command(bin, c.args...)
			cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
			var said bytes.Buffer
			cmd.Stderr = &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(after)
			sent := time.Now()
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			err := cmd.Wait()
			worst = max(worst, time.Since(sent))
			if err == nil {
				t.Errorf("%s, interrupted after %v: it succeeded: %s", c.what, after, said.String())
			}
		}
		real.Within(t, c.what+", interrupted", worst, time.Second)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}
