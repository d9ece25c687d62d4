// Package yumrepo implements the type yumrepo: the package repositories of yum
// and dnf.
//
// The only provider, inifile, edits the files with package inifile. A
// repository is a section of /etc/yum.conf, except main, or of a .repo file in
// the directories that reposdir there names, by default /etc/yum.repos.d and
// /etc/yum/repos.d (yum.conf(5)). The file /etc/dnf/dnf.conf is not read.
// Attributes and behaviour are those of Puppet's module yumrepo_core
// (semantics.md section 8).
//
// The provider has no state: each call reads all files. If a name is repeated,
// the first file counts, the others are findings, and a removal applies to all.
// Repositories of one file are written together. A .repo file is deleted with its
// last repository. A change of target moves the section. The content of a file
// with a password is never shown. Settings that are not properties, comments and
// spacing are kept.
package yumrepo
