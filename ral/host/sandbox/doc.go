// Package sandbox runs an interpreter's code in processes that the kernel
// confines: what they see of the filesystems cannot be changed by them, and
// most of them cannot start programs, open sockets or signal a process.
//
// Open starts a supervisor, which is this program once more as the first
// process of namespaces of its own, and the zygote, which loads the trusted
// code once. A View is a mount namespace: Looks has all filesystems read-only,
// Overlay has an overlayfs over each of them, whose upper folders hold what was
// written. View.Start forks the zygote into a view; Process.Fork forks a
// process with what it has loaded. The capabilities that are left let a process
// read, write and own any file of its view, and nothing else.
//
// The main function and the TestMain of a program that opens sandboxes call
// Enter first. All types are safe for concurrent use, except that one Process
// takes one request at a time. When this program ends, however it ends, the
// kernel ends all that it has started here, and with their namespaces all
// mounts are gone.
//
// zygote.rb has the side of the interpreter, and the protocol of a process: one
// line to it, one line back. Opening costs what the trusted code needs to load,
// starting a process some milliseconds.
package sandbox
