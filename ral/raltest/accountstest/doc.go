// Package accountstest provides hosts with user and group databases for tests.
//
// New returns a fakehost.Host on which useradd and the rest of the shadow tools, the tools of
// libuser, and getent edit or read the files in memory. The fakes implement only some of their
// options. Files returns the files of a small host. Below returns a directory with these
// files, on which the tools of the machine work; it skips the test if they cannot, and fails
// it if RALSH_REAL is 1. Directory adds a second source of names to such a directory.
package accountstest
