package e2e_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

// TestTmuxIsNotRun checks that no command runs the tmux on PATH in a terminal of tmux
// to query its colours, neither before main nor for the screens. NO_COLOR, which
// prevents that, is unchanged for the commands that ralsh runs.
func TestTmuxIsNotRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mark := filepath.Join(dir, "mark")
	if err := os.WriteFile(filepath.Join(dir, "tmux"), []byte("#!/bin/sh\necho \"$@\" >>"+mark+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"version": {"--version"}, "facts": {"facts", "kernel"}, "screens": {"--root", t.TempDir()},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(real.Binary(t), args...)
			cmd.Env = []string{
				"PATH=" + dir, "TMUX=/tmp/tmux-0/default,1,0", "TERM=tmux-256color", "LANG=C.UTF-8",
				"XDG_STATE_HOME=" + t.TempDir(), "XDG_CONFIG_HOME=" + t.TempDir(),
			}
			terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			if name == "screens" {
				var seen strings.Builder
				for chunk := make([]byte, 4096); !strings.Contains(seen.String(), "types"); {
					n, err := terminal.Read(chunk)
					if err != nil {
						t.Fatalf("no frame: %v", err)
					}
					seen.Write(chunk[:n])
				}
				if _, err := terminal.WriteString("q"); err != nil {
					t.Fatal(err)
				}
			}
			_, _ = io.Copy(io.Discard, terminal) // reading a closed terminal ends with an error
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			if ran, err := os.ReadFile(mark); err == nil {
				t.Errorf("it ran tmux %s", ran)
				_ = os.Remove(mark)
			}
		})
	}
}
