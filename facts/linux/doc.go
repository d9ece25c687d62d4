// Package linux finds the facts that the kernel, the files in /etc and a few commands
// report: the operating system, hardware, networks, mounts, and virtual machines.
//
// Each fact is a function that reads the host and adds leaves; Resolutions lists them.
// When they run and which value wins is decided in package facts.
package linux
