// Package service implements the type service: daemons, whether they run now
// and whether they start at boot.
//
// The providers are systemd, debian, init, openrc and runit, each for an init
// system, and base, which finds a daemon in the process table and runs the
// commands of the resource; service is the common ancestor of all. A provider
// implements manager, which returns the commands for an action; an enabler
// also starts services at boot. Commands of the resource (start, stop,
// restart, status) come first. They are split into words; a line with shell syntax is
// passed to a shell.
//
// Units of systemd are read over D-Bus, or with systemctl(1) without a bus,
// and changed with systemctl, so that a plan can show the commands. A listing
// takes a few calls for all units. The unit states that Prefetch reads are
// guarded by a mutex and cached until Forget is called; other providers are
// stateless.
//
// When ensure changes, enable is set with it, because Puppet syncs no other
// property of that resource. Init scripts return before a daemon is visible,
// so a start or stop through base, init or debian is polled for up to two
// seconds. Every provider but base is suitable on the running system only.
package service
