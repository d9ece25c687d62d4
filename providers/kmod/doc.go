// Package kmod implements the type kmod: kernel modules that are loaded at boot,
// blacklisted, or have options.
//
// The only provider, files, reads and writes the files of modules-load.d(5) and
// modprobe.d(5), and Debian's /etc/modules. A statement is an instruction in these files.
// The loaded modules are in /proc/modules and /sys/module. modprobe(8) loads a missing
// module with load => true, unless apply is false. The type covers kmod::load,
// kmod::blacklist and kmod::option of Puppet's module puppet-kmod.
//
// The provider never removes a module from the running kernel. It writes only files below
// /etc, and fails if a change would need an edit in a file of a package. A file hides
// files with the same name in later directories. Every call reads the files, and parses
// only changed files. Below a different root directory the kernel's state is unknown.
package kmod
