package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

// TestDemoEnds ends the demo from outside, as closing the terminal does.
func TestDemoEnds(t *testing.T) {
	t.Parallel()
	bin := real.Binary(t)
	// If the tests run under nohup(1), the processes that they start would ignore the
	// signal too.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		temp := t.TempDir()
		cmd := exec.Command(bin, "demo")
		cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR="+temp, "XDG_STATE_HOME="+t.TempDir())
		tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
		if err != nil {
			t.Fatal(err)
		}
		var screen []byte
		for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("ralsh-demo")); {
			n, err := tty.Read(chunk)
			if err != nil {
				t.Fatalf("no frame: %v\n%q", err, screen)
			}
			screen = append(screen, chunk[:n]...)
		}
		if _, err := os.Stat(filepath.Join(temp, "ralsh-demo", "etc", "hosts")); err != nil {
			t.Error(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		watch := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		var rest bytes.Buffer
		_, _ = rest.ReadFrom(tty)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", sig, err)
		}
		watch.Stop()
		_ = tty.Close()
		if !strings.Contains(rest.String(), "removed "+temp) {
			t.Errorf("%v: the last words are %q", sig, rest.String())
		}
		gone(t, filepath.Join(temp, "ralsh-demo"))
	}
}

// TestDemoReadsTheConfigurationFirst starts the demo with an invalid configuration.
// The error is reported before the directory is created.
func TestDemoReadsTheConfigurationFirst(t *testing.T) {
	t.Parallel()
	temp, configs := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(configs, "ralsh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(configs, "ralsh", "config.yaml"), []byte("mouse: 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(real.Binary(t), "demo")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR="+temp, "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+configs)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	_, _ = text.ReadFrom(tty)
	if err := cmd.Wait(); err == nil || !strings.Contains(text.String(), ":1:8: mouse: must be true or false") || strings.Contains(text.String(), temp) {
		t.Errorf("%v: %q", err, text.String())
	}
}
