// Package real starts real systems for tests.
//
// Chroot and its variants return a fresh Debian root: an overlay that is discarded when the
// test ends. Inside runs the calling test again in such a root. Boot starts a Machine, a
// Debian with systemd, and BootAll starts several machines, which may share a Network.
// Terminal runs a program in a real terminal (Term). AptRepo, Bind, Knot and PowerDNS provide
// package repositories and name servers. Within and Grows check limits on time.
//
// A test without root, a tool or a root directory is skipped with a reason; with RALSH_REAL=1
// it fails. `.ci/run` installs and creates all requirements. Only tests and test helpers
// import this package.
package real
