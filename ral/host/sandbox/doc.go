// Package sandbox runs an interpreter's code in processes that the kernel confines: they
// cannot change the filesystems that they see, and most of them cannot start programs, open
// sockets or signal a process.
//
// Open starts a supervisor, which is this program again as the first process of new
// namespaces, and the zygote, which loads the trusted code once. A View is a mount namespace:
// Looks has all filesystems read-only, Overlay has an overlayfs over each filesystem, whose
// upper directories contain the writes. View.Start forks the zygote into a view; Process.Fork
// forks a process with its loaded code. The remaining capabilities let a process read, write
// and own any file of its view, and do nothing more.
//
// The main function and the TestMain of a program that opens sandboxes call Enter first. All
// types are safe for concurrent use, except that a Process handles a single request at a time.
// When this program ends, for any reason, the kernel ends all processes of the sandbox, and
// removes their namespaces and mounts.
//
// zygote.rb is the side of the interpreter, and documents the protocol of a process: a line
// for a request, a line for the reply. Opening takes as long as the trusted code needs to
// load; starting a process takes some milliseconds.
package sandbox
