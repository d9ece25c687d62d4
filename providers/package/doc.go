// Package pkg implements the type package: software that a package manager installs,
// upgrades, holds and removes.
//
// The directory is named after the type; package is a keyword in Go. Each provider
// is a manager: a struct literal with the queries and the commands of its tool. A
// behaviour executes it: it reads through the manager's database (dpkgdb.DB of dpkg and
// apt; rpmDB of rpm, dnf, yum and zypper; listing of the rest), converts a resource
// into a task (a single call for several packages if the tool supports it), and
// predicts a task by the dry run of the tool. See semantics.md section 8.
//
// For apt, dnf, yum, zypper, pacman and apk, a dry run covers all resources that fit
// into a command. No query refreshes the metadata of these tools; flatpak, snap,
// gem, npm and pip query their remotes for newer versions. A list without any valid
// line is an error, because an empty list would reinstall every package.
//
// Caches are guarded by mutexes and last for the run, mostly until Forget is called.
// dpkg's status file is read each time and parsed again only if it changed. If a
// different process holds the lock of the distribution's package manager, a command
// waits or is retried.
package pkg
