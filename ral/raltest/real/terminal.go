package real

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Term is a program in a real terminal: a separate tmux server. Its environment is PATH,
// TERM=screen-256color, LANG=C.UTF-8 and an empty HOME; put ["env", "NAME=VALUE", ...] before
// the program to add to it.
type Term struct {
	t      testing.TB
	socket string
	home   string
	output chan struct{} // has an element if the program wrote to the terminal
}

// waitTimeout is the timeout of Wait. The race detector slows a test down, and a busy disk may
// take tens of seconds for a single fsync(2).
const waitTimeout = 2 * time.Minute

// firstInterval is the interval at which Wait reads the screen again if the program writes
// nothing.
const firstInterval = 20 * time.Millisecond

// wrapper runs the program, then sets the title of the terminal to its exit status
// and keeps the terminal open, because tmux 3.3 sometimes loses the last output and
// the status of a program whose terminal closes. The title follows all output in the
// same stream. The shell traps the signals of Ctrl-C, which would otherwise end it;
// the program still gets them.
const wrapper = `trap : INT QUIT; "$@"; printf '\033]2;` + exited + `%d\033\\' $?; exec sleep infinity`

const exited = "exit status "

// Terminal runs argv in a terminal of this size. It is closed when the test ends. It
// needs tmux but not root.
func Terminal(t testing.TB, argv []string, cols, rows int) *Term {
	t.Helper()
	needTools(t, "walking a program in a terminal", "tmux")
	// This is not t.TempDir, because the path of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "ralsh-tmux-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	term := &Term{t: t, socket: filepath.Join(dir, "socket"), home: t.TempDir(), output: make(chan struct{}, 1)}
	written := filepath.Join(dir, "output")
	term.watch(written)
	t.Cleanup(term.Close)
	// A single call does everything, because the options must be set before the program
	// starts.
	args := []string{
		"start-server", ";", "set", "-g", "default-terminal", "screen-256color",
		";", "set", "-g", "status", "off", ";", "set", "-g", "remain-on-exit", "on",
		";", "set", "-g", "remain-on-exit-format", "", ";", "set", "-s", "escape-time", "0",
		";", "new-session", "-d", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows), "-c", term.home,
		"--", "env", "-u", "TMUX", "-u", "TMUX_PANE", "sh", "-c", wrapper, "sh",
	}
	for _, arg := range argv {
		args = append(args, literal(arg))
	}
	term.tmux(append(args, ";", "pipe-pane", "exec cat >"+written)...)
	return term
}

// watch makes a pipe at path, and signals output when something is written to it.
func (term *Term) watch(path string) {
	term.t.Helper()
	if err := unix.Mkfifo(path, 0o600); err != nil {
		term.t.Fatal(err)
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // does not wait for a writer: fifo(7)
	if err != nil {
		term.t.Fatal(err)
	}
	term.t.Cleanup(func() { pipe.Close() })
	go func() {
		for chunk := make([]byte, 64<<10); ; {
			if _, err := pipe.Read(chunk); err != nil {
				return
			}
			select {
			case term.output <- struct{}{}:
			default:
			}
		}
	}()
}

// Keys presses keys, named as in tmux(1): "Enter", "C-c", "Down", "q".
func (term *Term) Keys(keys ...string) {
	term.t.Helper()
	term.tmux(append([]string{"send-keys", "--"}, keys...)...)
}

// Type types text literally.
func (term *Term) Type(text string) {
	term.t.Helper()
	term.tmux("send-keys", "-l", "--", literal(text))
}

// Screen returns the current screen, a line per row, without colours and trailing spaces.
func (term *Term) Screen() string {
	term.t.Helper()
	return term.tmux("capture-pane", "-p")
}

// Styled is [Term.Screen] with the colours and attributes as escape sequences.
func (term *Term) Styled() string {
	term.t.Helper()
	return term.tmux("capture-pane", "-p", "-e")
}

// State returns how the program has set up the terminal: alternate screen, cursor,
// key and mouse modes, scroll region.
func (term *Term) State() string {
	term.t.Helper()
	return term.tmux("display-message", "-p", "alternate #{alternate_on}, cursor #{cursor_flag}, keys #{keypad_cursor_flag}#{keypad_flag}, "+
		"mouse #{mouse_any_flag}, insert #{insert_flag}, origin #{origin_flag}, wrap #{wrap_flag}, rows #{scroll_region_upper}-#{scroll_region_lower}")
}

// Paste pastes text like a terminal: between paste markers, if the program requested them.
func (term *Term) Paste(text string) {
	term.t.Helper()
	term.tmux("set-buffer", "--", literal(text), ";", "paste-buffer", "-p", "-r")
}

// Wait waits until good accepts the screen, and returns that screen. what names the awaited
// state in a failure, which also shows the last screen. It calls good after each output of the
// program, and at growing intervals while there is no output, because good may also depend on
// state outside of the screen.
func (term *Term) Wait(good func(screen string) bool, what string) string {
	term.t.Helper()
	timeout := time.After(waitTimeout)
	for interval := firstInterval; ; interval *= 2 {
		screen := term.Screen()
		if good(screen) {
			return screen
		}
		select {
		case <-term.output:
			interval = firstInterval
		case <-time.After(min(interval, time.Second)):
		case <-timeout:
			term.t.Fatalf("no %s after %s; program ended: %v; the last screen:\n%s\nits processes:\n%s",
				what, waitTimeout, term.ended(), screen, term.processes())
		}
	}
}

// Rest waits until the program has not written for this long, and returns the screen.
func (term *Term) Rest(quiet time.Duration) string {
	term.t.Helper()
	for timeout := time.After(waitTimeout); ; {
		select {
		case <-term.output:
		case <-time.After(quiet):
			return term.Screen()
		case <-timeout:
			term.t.Fatalf("the program did not stop writing for %s; the screen:\n%s", quiet, term.Screen())
		}
	}
}

// Exit waits until the program has ended and all its output is on the screen. It
// returns the exit status as a shell does: 128 and more for a signal.
func (term *Term) Exit() int {
	term.t.Helper()
	term.Wait(func(string) bool { return term.ended() }, "end of the program")
	status, err := strconv.Atoi(strings.TrimPrefix(term.title(), exited))
	if err != nil {
		term.t.Fatal(err)
	}
	return status
}

// Resize resizes the terminal.
func (term *Term) Resize(cols, rows int) {
	term.t.Helper()
	term.tmux("resize-window", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows))
}

// Close ends the program and its terminal. A second call has no effect.
func (term *Term) Close() {
	_ = exec.Command("tmux", "-S", term.socket, "kill-server").Run()
}

func (term *Term) ended() bool { return strings.HasPrefix(term.title(), exited) }

func (term *Term) title() string {
	return strings.TrimSpace(term.tmux("display-message", "-p", "#{pane_title}"))
}

func (term *Term) tmux(args ...string) string {
	term.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-S", term.socket, "-f", "/dev/null", "-u"}, args...)...)
	cmd.Env = environment("TERM=screen-256color", "LANG=C.UTF-8", "HOME="+term.home, "XDG_STATE_HOME="+term.home+"/state", "SHELL=/bin/sh")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		term.t.Fatalf("%v\n%s", fmt.Errorf("tmux %s: %w", strings.Join(args, " "), err), stderr.String())
	}
	return string(out)
}

// processes describes the threads that run in the terminal, for a failure: each with
// its state and the system call in which it waits.
func (term *Term) processes() string {
	var tty unix.Stat_t
	if err := unix.Stat(strings.TrimSpace(term.tmux("display-message", "-p", "#{pane_tty}")), &tty); err != nil {
		return err.Error()
	}
	threads, err := filepath.Glob("/proc/[0-9]*/task/[0-9]*")
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for _, thread := range threads {
		// The format is "4711 (a name) S 4710 ..."; see proc_pid_stat(5).
		stat, _ := os.ReadFile(filepath.Join(thread, "stat"))
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 5 || fields[4] != strconv.FormatUint(tty.Rdev, 10) {
			continue
		}
		wchan, _ := os.ReadFile(filepath.Join(thread, "wchan"))
		argv, _ := os.ReadFile(filepath.Join(thread, "cmdline"))
		fmt.Fprintf(&out, "%s %s %s %q\n", strings.TrimPrefix(thread, "/proc/"), fields[0], wchan, argv)
	}
	return out.String()
}

// literal keeps tmux from reading a semicolon at the end of an argument as the end of
// the command.
func literal(arg string) string {
	if strings.HasSuffix(arg, ";") {
		return strings.TrimSuffix(arg, ";") + `\;`
	}
	return arg
}
