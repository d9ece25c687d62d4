package e2e_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// A command that a plan waits for is named at a terminal once it takes over a second.
// Here it waits for a FIFO, which is written to when it is named.
func TestLongQueryIsNamed(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	line := ownState(t, "resource", "exec", "/bin/true", "onlyif=/bin/cat "+fifo, "--noop")
	cmd := exec.Command(line[0], line[1:]...)
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	named, planned := false, false
	for out := bufio.NewScanner(tty); out.Scan(); {
		switch text := strings.TrimSpace(out.Text()); {
		case strings.HasPrefix(text, "ralsh: waiting for ") && strings.HasSuffix(text, "cat "+fifo):
			named = true
			if err := os.WriteFile(fifo, []byte("now\n"), 0); err != nil {
				t.Error(err)
			}
		case strings.Contains(text, "1 change planned"):
			planned = true
		}
	}
	if err := cmd.Wait(); err != nil || !named || !planned {
		t.Errorf("%v; named: %v, planned: %v", err, named, planned)
	}
}
