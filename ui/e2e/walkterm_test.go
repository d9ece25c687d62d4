package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// slowly creates a command that records its process number and runs until it is
// killed.
func slowly(t *testing.T) (dir, command string) {
	t.Helper()
	dir = t.TempDir()
	command = filepath.Join(dir, "slowly")
	if err := os.WriteFile(command, []byte("#!/bin/sh\necho $$ >"+dir+"/working\nPATH=/usr/bin:/bin exec sleep 600\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, command
}

// applySlowly stages the command and confirms the apply.
func (l login) applySlowly(command string) {
	l.t.Helper()
	l.see("instances", "exec")
	l.jump("type exec", "types › exec")
	l.term.Type(command)
	l.see("[" + command)
	l.press("Enter", "returns")
	l.press("e", "verdict")
	l.press("Enter", "typing:")
	l.term.Type("0")
	l.press("Escape", "changes")
	l.press("A", "$ "+command)
	l.insist("Tab", "enter answer Yes")
	l.press("Enter", "waiting for")
}

// TestWalkTermWhileApplying ends ralsh while a command is running. The command may
// finish, unless the user insists. The result is printed and saved, and the terminal
// is restored.
func TestWalkTermWhileApplying(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(l login){
		"then TERM":   func(l login) { l.signal(syscall.SIGTERM) },
		"then ctrl+c": func(l login) { l.term.Keys("C-c") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, command := slowly(t)
			l := atShell(t)
			before := l.note()
			l.run(l.program)
			l.applySlowly(command)
			l.see("process       slowly")
			l.signal(syscall.SIGTERM)
			l.see("ralsh: applying 1 of 1: finishing slowly; no further changes will be started (ctrl+c again, or TERM, stops it)")
			if !alive(t, dir) {
				t.Error("the command was ended")
			}
			again(l)
			l.see("quit during an apply", "status 1, next:")
			if alive(t, dir) {
				t.Error("the command still works")
			}
			if after := l.note(); after != before {
				t.Errorf("the terminal is\n%s\nbefore it was\n%s", after, before)
			}
			l.run("clear; " + l.program + " history 1")
			l.see("run 1: Exec[", "failed", "its end", "from screens", "0 changes done, 1 failed.")
		})
	}
}

// alive reports whether the command that recorded its number in dir is still running.
func alive(t *testing.T, dir string) bool {
	t.Helper()
	return exists("/proc/" + strings.TrimSpace(content(t, dir, "working")))
}
