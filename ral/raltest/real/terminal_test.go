package real_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

func TestTerminalEchoes(t *testing.T) {
	term := real.Terminal(t, []string{"cat"}, 40, 6)
	term.Type("grüße; C-c Enter;")
	term.Keys("Enter")
	screen := term.Wait(func(s string) bool { return strings.Count(s, "grüße; C-c Enter;") == 2 }, "line and its echo")
	if rows := strings.Count(screen, "\n"); rows != 6 {
		t.Errorf("the screen has %d rows, not 6", rows)
	}
	term.Keys("C-d")
	if status := term.Exit(); status != 0 {
		t.Errorf("cat exits %d", status)
	}
}

func TestTerminalEnvironment(t *testing.T) {
	t.Setenv("RALSH_LEAK", "leaked")
	term := real.Terminal(t, []string{"env", "MORE=given;", "sh", "-c", "env; stty size; exit 4"}, 100, 30)
	if status := term.Exit(); status != 4 {
		t.Errorf("the program exits %d, not 4", status)
	}
	screen := term.Screen()
	for _, want := range []string{"TERM=screen-256color", "LANG=C.UTF-8", "MORE=given;", "30 100"} {
		if !strings.Contains(screen, want+"\n") {
			t.Errorf("no %s in:\n%s", want, screen)
		}
	}
	for _, not := range []string{"leaked", "TMUX", "LC_ALL"} {
		if strings.Contains(screen, not) {
			t.Errorf("%s in:\n%s", not, screen)
		}
	}
}

func TestTerminalResizes(t *testing.T) {
	term := real.Terminal(t, []string{"sh", "-c", "trap 'stty size' WINCH; echo ready; while :; do read line; done"}, 40, 6)
	term.Wait(func(s string) bool { return strings.Contains(s, "ready") }, "start")
	term.Resize(120, 30)
	term.Keys("Enter")
	term.Wait(func(s string) bool { return strings.Contains(s, "30 120") }, "new size")
}

func TestTerminalStyles(t *testing.T) {
	term := real.Terminal(t, []string{"printf", `\033[31mred\033[0m`}, 40, 6)
	term.Wait(func(s string) bool { return strings.Contains(s, "red") }, "word")
	if styled := term.Styled(); !strings.Contains(styled, "\x1b[31mred") {
		t.Errorf("no red in %q", styled)
	}
}

func TestTerminalInterrupts(t *testing.T) {
	term := real.Terminal(t, []string{"sh", "-c", "trap 'exit 5' INT; echo ready; while :; do read line; done"}, 40, 6)
	term.Wait(func(s string) bool { return strings.Contains(s, "ready") }, "start")
	term.Keys("C-c")
	if status := term.Exit(); status != 5 {
		t.Errorf("the program exits %d, not 5", status)
	}
}
