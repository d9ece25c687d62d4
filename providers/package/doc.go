// Package pkg implements the type package: software that a package manager
// installs, upgrades, holds and removes.
//
// The directory is named after the type; package is a keyword in Go. A provider
// combines a reader and a writer. The readers are dpkgDB (dpkg, apt), rpmDB
// (rpm, dnf, yum, zypper) and inventory (apk, pacman, flatpak, snap, gem, npm,
// pip). Most writers embed worker or groupWorker and implement manager: a job
// is one command line, and groupWorker runs one for several packages.
// Providers apt and dpkg have their own. See semantics.md section 8.
//
// Predict uses the dry run of the tool, if it has one; for apt, dnf, yum,
// zypper, pacman and apk one dry run covers all resources that fit into one
// command. No query refreshes the metadata of these tools; flatpak, snap, gem,
// npm and pip ask their remotes for newer versions. A list without any valid
// line is an error, because an empty list would reinstall every package.
//
// Caches are guarded by mutexes and last for the run, mostly until Forget is
// called; dpkg's status file is read each time and parsed again only if it
// changed. If another process holds the lock of the distribution's package
// manager, a command waits or is retried.
package pkg
