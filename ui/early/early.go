// Package early keeps a library from starting a program while packages are
// initialised.
//
// Lip Gloss makes a writer for standard output in a package variable, and asks
// `tmux info`, found on PATH, how many colours there are: 4 to 15 ms of every
// command, and as root too. It asks nothing where NO_COLOR is set. Go initialises
// packages in the order of their import paths as soon as what they import is
// initialised; this one needs syscall only, so it comes before Lip Gloss, which
// needs strings and time. The process calls Restore first, before anything reads the
// environment or starts a program.
package early

import "syscall"

const name = "NO_COLOR"

// was is what the user had set.
var was, had = syscall.Getenv(name)

func init() { _ = syscall.Setenv(name, "1") }

// Restore gives the environment back as it was.
func Restore() {
	if had {
		_ = syscall.Setenv(name, was)
		return
	}
	_ = syscall.Unsetenv(name)
}
