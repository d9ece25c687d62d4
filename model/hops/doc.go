// Package hops runs a command line of ralsh on a remote host, as a different account or
// in a container, and forwards its streams and exit status. ralsh copies itself to the target
// once. The protocol is the command line.
//
// A [Target] is a chain of hops. Each hop turns a command into a longer command: ssh(1),
// sudo(8), the exec of a container engine. A small sh(1) script on the target searches for the
// program, or reads it from standard input.
package hops
