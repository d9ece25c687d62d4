// Package early keeps a library from starting a program while packages are
// initialised.
//
// Lip Gloss makes a writer for standard output in a package variable, and runs
// `tmux info` from PATH to count colours: 4 to 15 ms of every command, also as
// root. It does not run it if NO_COLOR is set. Go initialises packages in the
// order of their import paths after their imports; this one needs syscall only,
// so it comes before Lip Gloss, which needs strings and time. The process calls
// Restore first, before anything reads the environment or starts a program.
package early

import "syscall"

const name = "NO_COLOR"

// was is the user's setting.
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
