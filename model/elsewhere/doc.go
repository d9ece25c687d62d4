// Package elsewhere carries a command line of ralsh to another host, an account or a
// container, and its streams and exit status back. What runs there is this program: it is
// brought once, and no other protocol than the command line is spoken.
//
// A [Target] is a chain of hops. Each turns a command into a longer one: ssh(1),
// sudo(8), the exec of a container engine. A small script for sh(1) at the far end looks
// for the program, or takes it from standard input.
package elsewhere
