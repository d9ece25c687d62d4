package e2e_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// login is a user at a shell with job control, who starts ralsh from it.
type login struct {
	walk
	dir     string // for notes
	program string // command that starts ralsh
}

// atShell logs in, at 120x36, with a prompt that shows the last exit status.
func atShell(t *testing.T, args ...string) login {
	t.Helper()
	l := login{dir: t.TempDir()}
	l.program = filepath.Join(l.dir, "ralsh")
	// The shell of the script is replaced by ralsh, so that the process number is
	// ralsh's own.
	script := "#!/bin/sh\necho $$ >" + l.dir + "/pid\nexec " + strings.Join(ownState(t, args...), " ") + " \"$@\"\n"
	if err := os.WriteFile(l.program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	l.walk = walk{t, real.Terminal(t, []string{"env", "PS1=status $?, next: ", "HISTFILE=", "bash", "--norc", "--noprofile", "-i"}, 120, 36)}
	l.see("status 0, next:")
	return l
}

// run types a command line.
func (l login) run(line string) {
	l.t.Helper()
	l.term.Type(line)
	l.term.Keys("Enter")
}

// note records the state of the terminal with stty, and returns it.
func (l login) note() string {
	l.t.Helper()
	// Each note has a number, because the previous one may still be on the screen.
	earlier, err := filepath.Glob(filepath.Join(l.dir, "stty*"))
	if err != nil {
		l.t.Fatal(err)
	}
	number := strconv.Itoa(len(earlier) + 1)
	file := filepath.Join(l.dir, "stty"+number)
	l.run("clear; stty -a >" + file + "; echo noted " + number + " $?.")
	l.see("noted " + number + " 0.")
	return content(l.t, file) + l.term.State()
}

// signal sends a signal to ralsh, like kill(1).
func (l login) signal(s syscall.Signal) {
	l.t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(content(l.t, l.dir, "pid")))
	if err != nil {
		l.t.Fatal(err)
	}
	if err := syscall.Kill(pid, s); err != nil {
		l.t.Fatal(err)
	}
}

// TestWalkEnds quits in every possible way. Afterwards the terminal and its previous
// content are restored.
func TestWalkEnds(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	for name, leave := range map[string]func(l login){
		"q":              func(l login) { l.term.Keys("q") },
		"ctrl+c twice":   func(l login) { l.term.Keys("C-c", "C-c") },
		"INT from afar":  func(l login) { l.signal(syscall.SIGINT) },
		"TERM":           func(l login) { l.signal(syscall.SIGTERM) },
		"HUP":            func(l login) { l.signal(syscall.SIGHUP) },
		"while it types": func(l login) { l.term.Keys("/"); l.see("/_"); l.signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := atShell(t, "--root", root)
			before := l.note()
			l.run(l.program)
			l.see("instances", "host", "yumrepo")
			// The cursor is hidden while a frame is drawn.
			l.term.Wait(func(screen string) bool {
				return !strings.Contains(screen, "noted") && strings.Contains(l.term.State(), "alternate 1, cursor 1")
			}, "other screen with a cursor")
			leave(l)
			l.term.Wait(func(screen string) bool { return strings.Count(screen, "status 0, next:") == 2 }, "the next prompt")
			l.see("noted 1 0.")
			if strings.Contains(l.term.Screen(), "instances") {
				t.Errorf("its screen stands there still:\n%s", l.term.Screen())
			}
			if after := l.note(); after != before {
				t.Errorf("the terminal is\n%s\nbefore it was\n%s", after, before)
			}
		})
	}
}

// TestWalkTerminalCloses closes the terminal, and ralsh ends.
func TestWalkTerminalCloses(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	l := atShell(t, "--root", root)
	l.run(l.program)
	l.see("instances", "host", "yumrepo")
	process := "/proc/" + strings.TrimSpace(content(t, l.dir, "pid"))
	l.term.Close()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for limit := time.After(time.Minute); exists(process); {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatal("a minute later it is still there")
		}
	}
}

// TestWalkEndsAtError ends before anything is drawn.
func TestWalkEndsAtError(t *testing.T) {
	t.Parallel()
	l := atShell(t, "--root", filepath.Join(t.TempDir(), "nowhere"))
	before := l.note()
	l.run(l.program)
	l.see("ralsh: ", "nowhere", "status 1, next:")
	if after := l.note(); after != before {
		t.Errorf("the terminal is\n%s\nbefore it was\n%s", after, before)
	}
}

// TestWalkSuspend suspends ralsh in the middle of an edit, and continues the edit.
func TestWalkSuspend(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	l := atShell(t, "--root", root)
	before := l.note()
	l.run(l.program)
	l.see("instances", "host", "yumrepo")
	l.to("host")
	l.press("Enter", "types › host  ")
	l.press("n", "new host")
	l.term.Type("web")
	l.press("Enter", "web › edit")
	l.to("ip")
	l.press("Enter", "typing:")
	l.term.Type("192.0.2.8")
	l.see(" 192.0.2.8")
	l.press("C-z", "Stopped")
	l.see("next:")
	if during := l.note(); during != before {
		t.Errorf("at the shell the terminal is\n%s\nbefore it was\n%s", during, before)
	}
	l.run("fg")
	l.see(" 192.0.2.8", "typing:")
	l.term.Type("0")
	l.press("Escape", "192.0.2.80")
	// It also works outside of a field, and the screen is drawn again.
	l.press("C-z", "Stopped")
	l.see("next:")
	l.term.Resize(80, 24)
	l.run("fg")
	l.see("web › edit", "192.0.2.80")
	l.press("A", "write /etc/hosts")
	l.apply()
	if want := hostsBefore + "192.0.2.80\tweb\n"; content(t, file) != want {
		t.Errorf("the file holds %q, want %q", content(t, file), want)
	}
	l.insist("Escape", "this is the first screen")
	l.term.Keys("q")
	l.see("status 0, next:")
	l.term.Resize(120, 36)
	if after := l.note(); after != before {
		t.Errorf("the terminal is\n%s\nbefore it was\n%s", after, before)
	}
}

// TestWalkNoShell presses ctrl+z without a shell that could continue ralsh.
func TestWalkNoShell(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	w := walk{t, real.Terminal(t, ownState(t, "--root", root), 120, 36)}
	w.see("instances", "host", "yumrepo")
	w.press("C-z", "x ctrl+z: not possible, because ralsh was not started from a shell")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
}
