// Package sysctl implements the type sysctl: kernel settings, saved and live.
//
// The only provider, parsed, edits the files of sysctl.d(5) and /etc/sysctl.conf with
// package inifile, reads live values from /proc/sys and sets them with sysctl(8). The
// last line of a setting, in reading order, contains the saved value; lines with a
// different value are findings. A listing contains settings that only the kernel has,
// with ensure => absent. Attributes are the same as in Puppet's module
// augeasproviders_sysctl, except val.
//
// The provider is stateless: each call reads the files. Without target, it writes only
// files below /etc: it overrides a setting in a file of a package there, and cannot
// remove it. A removal keeps the kernel's value. A comment belongs to a setting if it is
// "# NAME: text" above it. Below a different root directory the live value is unknown.
package sysctl
