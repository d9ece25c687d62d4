// Package kmod implements the type kmod: kernel modules that are loaded at
// boot, blacklisted, or have options.
//
// The only provider, files, reads and writes the files of modules-load.d(5) and
// modprobe.d(5), and Debian's /etc/modules. A statement is one instruction of
// such a file. What the kernel has comes from /proc/modules and /sys/module;
// modprobe(8) loads a module with load => true that the kernel lacks, unless
// apply is false. The type covers kmod::load, kmod::blacklist and kmod::option
// of Puppet's module puppet-kmod.
//
// A module is never removed from the running kernel. Only files below /etc are
// written; if a change would need an edit in a file of a package, it fails. A
// file hides those of the same name in later directories. Every call reads the
// files; they are parsed again only if they changed. Below another root the
// kernel's state is unknown.
package kmod
