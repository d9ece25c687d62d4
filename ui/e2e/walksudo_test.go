package e2e_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestWalkYesWithSudo changes an account as a user who may use sudo: the plan is confirmed once,
// sudo asks for its password itself, the result and the history are those of root, and the
// screens of the user go on where they were.
func TestWalkYesWithSudo(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"wide": {120, 36}, "narrow": {80, 24}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enter := sshRoot(t)
			w := walk{t, real.Terminal(t, enter("su", "-", "asked").Args, size[0], size[1])}
			w.toSudo("ralsh")
			w.press("Enter", "password for asked")
			w.insist("C-c", "with sudo: ")
			w.see("Yes, with sudo")
			w.insist("Tab", "enter answer Yes")
			w.press("Enter", "password for asked")
			w.term.Type("wrong")
			w.press("Enter", "Sorry, try again")
			w.term.Type("secret word")
			w.press("Enter", "comment is by sudo")
			if screen := w.see("result"); strings.Contains(screen, "not root") {
				t.Errorf("the result is not root's:\n%s", screen)
			}
			w.jump("history", "1 run; at most 200 runs")
			w.insist("Escape", "applied with sudo; the run is in the history of root")
			if screen := w.see("not root"); strings.Contains(screen, "basket 1") {
				t.Errorf("the draft is still staged:\n%s", screen)
			}
			w.term.Keys("q")
			w.see("$")
			out, err := enter("bash", "-c", "getent passwd fish; ralsh history 1").CombinedOutput()
			if text := string(out); err != nil || !strings.Contains(text, ":by sudo:") || !strings.Contains(text, "by asked as root") || !strings.Contains(text, "from screens") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// toSudo starts ralsh in a shell, changes an account, and moves to Yes, with sudo.
func (w walk) toSudo(command string) {
	w.t.Helper()
	w.see("$")
	w.term.Type("LC_ALL=C.UTF-8 " + command)
	w.press("Enter", "not root")
	w.jump("user fish", "user › fish")
	w.press("e", "edit")
	w.to("comment")
	w.term.Keys("Enter", "C-u")
	w.term.Type("by sudo")
	w.press("Escape", "1 change")
	w.press("A", "Yes, with sudo")
	w.insist("Tab", "enter answer Yes")
}

// TestWalkSudoWithoutTerminal confirms a plan for sudo where the screens have a terminal that is
// not the controlling one, as in a container: the reason why nothing was applied is shown
// and logged.
func TestWalkSudoWithoutTerminal(t *testing.T) {
	t.Parallel()
	enter := sshRoot(t)
	for user, want := range map[string]string{"alice": "could not open TTY", "asked": "a terminal is required to read the password"} {
		t.Run(user, func(t *testing.T) {
			w := walk{t, real.Terminal(t, enter("su", "-", user).Args, 120, 36)}
			w.toSudo("setsid -w ralsh")
			w.press("Enter", want)
			w.insist("Escape", "types › user › fish › edit  ")
			w.jump("log", want)
			w.term.Keys("q")
			w.see("$")
			if out, err := enter("su", "-", user, "-c", "grep -h . ~/.local/state/ralsh/ralsh.log").CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
