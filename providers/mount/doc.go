// Package mount implements the type mount: the file systems in /etc/fstab, and
// whether they are mounted.
//
// The only provider, parsed, combines two sources: a parsedfile.Provider with
// the format of fstab(5), and /proc/self/mountinfo (proc(5)). A file system
// that is mounted without an entry is listed with ensure => ghost. The
// behaviour is that of semantics.md section 8.
//
// Flush unmounts before it writes the file and mounts after it, because
// mount(8) reads the file. A change of ensure also writes the properties that
// are out of sync. Refresh remounts a mounted file system, except swap and file
// systems that this run has just mounted. All other lines are kept byte for byte.
// Below a root directory only the file is managed, and mounting is an error.
package mount
