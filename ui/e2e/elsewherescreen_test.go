package e2e_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ui/safe"
)

// screened is a terminal that a command runs on, and all that was drawn on it.
type screened struct {
	t     *testing.T
	tty   *os.File
	cmd   *exec.Cmd
	drawn []byte
}

// atTerminal starts a command on a terminal.
func atTerminal(t *testing.T, cmd *exec.Cmd) *screened {
	t.Helper()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 36})
	if err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() }) // it is gone then
	t.Cleanup(func() {
		late.Stop()
		tty.Close()
	})
	return &screened{t: t, tty: tty, cmd: cmd}
}

// until reads until a text was drawn, after what was waited for before.
func (s *screened) until(text string) {
	s.t.Helper()
	var seen []byte
	for chunk := make([]byte, 4096); !bytes.Contains(seen, []byte(text)); {
		n, err := s.tty.Read(chunk)
		if err != nil {
			s.t.Fatalf("no %q: %v\n%q", text, err, seen)
		}
		seen, s.drawn = append(seen, chunk[:n]...), append(s.drawn, chunk[:n]...)
	}
}

func (s *screened) types(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end reads the rest.
func (s *screened) end() {
	s.t.Helper()
	rest, _ := io.ReadAll(s.tty) // until it is closed, which is an error
	s.drawn = append(s.drawn, rest...)
	_ = s.cmd.Wait()
}

// TestElsewhereScreens opens the terminal UI of other hosts through real servers and accounts,
// and of hosts that mean harm: they change nothing of the terminal here.
func TestElsewhereScreens(t *testing.T) {
	t.Parallel()
	enter := sshRoot(t)
	open := func(t *testing.T, before, on string) *screened {
		const frame = `export TERM=xterm-256color LC_ALL=C.UTF-8; before=$(stty -g); echo begin; %; echo "status $?"; [ "$before" = "$(stty -g)" ] && echo "as before"`
		return atTerminal(t, enter("bash", "-c", before+"\n"+strings.Replace(frame, "%", "ralsh --on "+on, 1)))
	}
	back := func(t *testing.T, s *screened, want ...string) {
		t.Helper()
		s.end()
		after := string(s.drawn)
		if i := strings.LastIndex(after, safe.ScreenReset); i >= 0 {
			after = after[i:]
		} else {
			t.Error("the terminal is not reset")
		}
		for _, text := range append(want, "as before") {
			if !strings.Contains(after, text) {
				t.Errorf("no %q in\n%q", text, after)
			}
		}
	}
	t.Run("a host", func(t *testing.T) {
		s := open(t, "", "alice")
		s.until("mailalias")
		s.types(":user\r")
		s.until("daemon")
		if err := pty.Setsize(s.tty, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
			t.Fatal(err)
		}
		s.until("\x1b[;r") // the screen is drawn anew for the new size
		s.types("qq")
		back(t, s, "status 0")
		for _, not := range []string{"\x1b[?u", "\x1b]11", "$p", "\x1b[>"} {
			if bytes.Contains(s.drawn, []byte(not)) {
				t.Errorf("%q came through", not)
			}
		}
		if !bytes.Contains(s.drawn, []byte("\x1b]2;ralsh alice\a")) {
			t.Error("the title does not name the host")
		}
	})
	t.Run("sudo with a password", func(t *testing.T) {
		s := open(t, "", "asked+sudo --ascii")
		s.until("password of sudo on asked+sudo: ")
		s.types("secret word\n")
		s.until("mailalias")
		s.types("q")
		back(t, s, "status 0")
		if bytes.Contains(s.drawn, []byte("secret word")) {
			t.Error("the password is shown")
		}
	})
	t.Run("an account of this host", func(t *testing.T) {
		s := open(t, "", "sudo:alice")
		s.until("mailalias")
		s.types("q")
		s.end()
		if !bytes.Contains(s.drawn, []byte("status 0")) || !bytes.Contains(s.drawn, []byte("as before")) {
			t.Errorf("%q", s.drawn)
		}
	})
	t.Run("no server", func(t *testing.T) {
		s := open(t, "", "dead")
		s.end()
		if !bytes.Contains(s.drawn, []byte("dead was not reached")) || !bytes.Contains(s.drawn, []byte("status 1")) {
			t.Errorf("%q", s.drawn)
		}
	})
	t.Run("a line that is cut", func(t *testing.T) {
		s := open(t, "", "alice")
		s.until("mailalias")
		if out, err := enter("pkill", "-f", "ssh -tt .*-- alice").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		back(t, s, "lost contact with alice", "ralsh --on alice history", "status 1")
	})
	const evil = "rm -rf /home/alice/.cache/ralsh; ralsh --on alice --version >/dev/null </dev/null; f=$(ls /home/alice/.cache/ralsh/ralsh-*); cat >$f <<'END'\n#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n"
	t.Run("a host that sends every sequence", func(t *testing.T) {
		s := open(t, evil+`printf '\033[?1049h\033[6n\033[c\033]52;c;ZXZpbA==\007\033]0;title\007\033P$qm\033\134\033c\033[5ihere\033[?1003h\033]8;;http://x\007'; exit 3`+"\nEND\n", "alice")
		s.until("here")
		back(t, s, "status 3")
		for _, not := range []string{"\x1b[6n", "\x1b[c", "\x1b]52", "title", "\x1bP", "\x1bc", "\x1b[5i", "\x1b]8"} {
			if bytes.Contains(s.drawn, []byte(not)) {
				t.Errorf("%q came through", not)
			}
		}
	})
	t.Run("the clipboard", func(t *testing.T) {
		s := open(t, evil+`printf '\033]52;c;ZXZpbA==\007\033]52;c;?\007here'`+"\nEND\n", "alice --clipboard")
		s.until("\x1b]52;c;ZXZpbA==\x07here")
		back(t, s, "status 0")
	})
	t.Run("a host that answers no key", func(t *testing.T) {
		s := open(t, evil+"trap '' INT HUP TERM; stty raw -echo; echo stuck; sleep 600\nEND\n", "alice")
		s.until("stuck")
		s.types("\x03\x03\x03\x03\x03")
		back(t, s, "lost contact with alice", "status 1")
		_ = enter("pkill", "-KILL", "-u", "alice", "sleep").Run() // it may be gone
	})
	t.Run("a host that floods before it runs anything", func(t *testing.T) {
		s := open(t, "sed -i '1i yes flood' /home/alice/.bashrc", "alice")
		s.end()
		if !bytes.Contains(s.drawn, []byte("the output of alice is larger than 64 MiB")) {
			t.Errorf("%q", s.drawn)
		}
		if bytes.Contains(s.drawn, []byte("\x1b[?1049h")) {
			t.Error("something is drawn")
		}
	})
}
