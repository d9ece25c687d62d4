// Package real starts real systems for tests.
//
// Chroot and its variants return a fresh Debian root: an overlay that is
// discarded when the test ends. Inside runs the calling test again in such a
// root. Boot starts a Machine, a Debian with systemd, and BootAll several, which may
// be in a Network. Terminal runs a program in a real terminal (Term). AptRepo, Bind, Knot and PowerDNS provide
// package repositories and name servers. Within and Grows check limits on time.
//
// A test skips with a reason where root, a tool or a root directory is missing;
// with RALSH_REAL=1 it fails instead. `.ci/run` installs and makes all of them.
// Only tests and test helpers import this package.
package real
