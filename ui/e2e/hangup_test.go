package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

// TestTerminalVanishes closes a terminal that does not belong to ralsh's session, as
// below su(1). ralsh gets no signal, and ends anyway.
func TestTerminalVanishes(t *testing.T) {
	t.Parallel()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(real.Binary(t), "--root", t.TempDir())
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = tty.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	defer time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() }).Stop()
	var screen []byte
	for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("host")); {
		n, err := master.Read(chunk)
		if err != nil {
			t.Fatalf("no frame: %v\n%q", err, screen)
		}
		screen = append(screen, chunk[:n]...)
	}
	if err := master.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("a minute after its terminal it is still there")
		_ = cmd.Process.Kill()
	}
}
