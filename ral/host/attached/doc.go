// Package attached runs programs with streams of the caller: ssh(1) for a command on a remote
// host, the editor of the user, sudo(8) with its prompt. They are not part of a run, so no plan
// records them, and providers cannot start them.
//
// A Child has pipes, a Screen a new terminal, and an Interactive program the terminal of this
// process.
package attached
