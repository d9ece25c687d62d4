// Package sysctl implements the type sysctl: kernel settings, as saved and as
// they are now.
//
// The only provider, parsed, edits the files of sysctl.d(5) and
// /etc/sysctl.conf with package inifile, reads live values from /proc/sys and
// sets them with sysctl(8). The saved value of a setting is in its last line,
// in the order in which the files are read; other lines with another value are
// findings. A setting that only the kernel has is listed with ensure => absent.
// Attributes are those of Puppet's module augeasproviders_sysctl, except val.
//
// The provider has no state: each call reads the files. Without target, only
// files below /etc are written: a setting in a file of a package is overridden
// there, and removing it is an error. A removal leaves the kernel's value
// unchanged. A comment belongs to a setting if it is "# NAME: text" above it.
// Below another root the live value is unknown.
package sysctl
