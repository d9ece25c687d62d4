package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// seat is a user's pty. It records when the program writes.
type seat struct {
	t   *testing.T
	cmd *exec.Cmd
	tty *os.File
	out chan burst
}

type burst struct {
	at   time.Time
	data []byte
}

// sit starts the program below root, at 120x36.
func sit(t *testing.T, bin, root string) *seat {
	t.Helper()
	state := t.TempDir()
	cmd := exec.Command(bin, "--root", root)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_CONFIG_HOME="+state)
	return sitBefore(t, cmd)
}

// sitBefore starts a command, at 120x36.
func sitBefore(t *testing.T, cmd *exec.Cmd) *seat {
	t.Helper()
	s := &seat{t: t, cmd: cmd, out: make(chan burst, 4096)}
	cmd.Env = append(cmd.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	s.tty = tty
	go func() {
		defer close(s.out)
		for {
			data := make([]byte, 64<<10)
			n, err := tty.Read(data)
			if err != nil {
				return
			}
			s.out <- burst{time.Now(), data[:n]}
		}
	}()
	t.Cleanup(s.leave)
	return s
}

func (s *seat) leave() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	_ = s.tty.Close()
}

// see reads until the text was written. The text must be new on the screen, because
// only changes are written.
func (s *seat) see(text string) time.Time {
	s.t.Helper()
	var all []byte
	for limit := time.After(time.Minute); ; {
		select {
		case b, ok := <-s.out:
			if all = append(all, b.data...); bytes.Contains(all, []byte(text)) {
				return b.at
			} else if !ok {
				s.t.Fatalf("it ended without %q: %q", text, all)
			}
		case <-limit:
			s.t.Fatalf("no %q in %q", text, all)
		}
	}
}

// rest reads until nothing has been written for a while.
func (s *seat) rest(quiet time.Duration) (n int, last time.Time) {
	for {
		select {
		case b, ok := <-s.out:
			if !ok {
				s.t.Fatal("the program ended")
			}
			n, last = n+len(b.data), b.at
		case <-time.After(quiet):
			return n, last
		}
	}
}

// answer calls do, and returns the times until the first and the last byte of the
// response, and the number of bytes.
func (s *seat) answer(do func()) (first, last time.Duration, n int) {
	s.t.Helper()
	begun := time.Now()
	do()
	select {
	case b, ok := <-s.out:
		if !ok {
			s.t.Fatal("the program ended")
		}
		more, at := s.rest(40 * time.Millisecond)
		if more == 0 {
			at = b.at
		}
		return b.at.Sub(begun), at.Sub(begun), len(b.data) + more
	case <-time.After(time.Minute):
		s.t.Fatal("no answer in a minute")
	}
	return 0, 0, 0
}

func (s *seat) press(key string) (first time.Duration, n int) {
	s.t.Helper()
	first, _, n = s.answer(func() {
		if _, err := s.tty.WriteString(key); err != nil {
			s.t.Fatal(err)
		}
	})
	return first, n
}

// peak returns VmHWM in MiB.
func (s *seat) peak() float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return float64(kib) / 1024
}

// moves returns the number of bytes of each of 60 moves.
func (s *seat) moves(keys string) (all []int) {
	for i := range 60 {
		_, n := s.press(string(keys[i%len(keys)]))
		all = append(all, n)
	}
	return all
}
