// Package alternatives implements the type alternatives: the program that a
// generic command name, such as pager, refers to.
//
// There are two providers, dpkg (Debian's update-alternatives) and chkconfig
// (Red Hat's alternatives). Both are a tool with different names and
// directories. A group is read from its administrative file, which holds the
// mode and the registered programs, and from its link in /etc/alternatives; the
// format is that of update-alternatives(1). The tool itself is run only to
// change a group.
//
// Packages create groups, so this type cannot. A missing group or program is
// reported as a ral.DependencyError, because a package of the same run may
// install it. Attributes and behaviour are those of Puppet's module
// puppet-alternatives.
package alternatives
