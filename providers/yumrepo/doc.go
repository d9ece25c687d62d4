// Package yumrepo implements the type yumrepo: the package repositories of yum and dnf.
//
// The only provider, inifile, edits the files with package inifile. A repository is a
// section of /etc/yum.conf, except main, or of a .repo file in the directories of
// reposdir, by default /etc/yum.repos.d and /etc/yum/repos.d (yum.conf(5)). The provider
// does not read /etc/dnf/dnf.conf. Attributes and behaviour are the same as in Puppet's
// module yumrepo_core (semantics.md section 8).
//
// The provider is stateless: each call reads all files. If a name is repeated, the first
// file takes effect, the other files are findings, and a removal changes all of them.
// Repositories of the same file are written together. A .repo file is deleted with its
// last repository. A change of target moves the section. The content of a file with a
// password is never shown. Settings that are not properties, comments and spacing stay.
package yumrepo
