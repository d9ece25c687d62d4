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

// TestTmuxIsNotRun holds that no command starts the tmux that is found on PATH, in a
// terminal of tmux, to ask it for its colours: not before main, and not for the
// screens. NO_COLOR, which guards that, is as it was for what ralsh runs.
func TestTmuxIsNotRun(t *testing.T) {
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
			_, _ = io.Copy(io.Discard, terminal) // its end is an error of a terminal that is closed
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
