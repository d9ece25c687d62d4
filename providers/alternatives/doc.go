// Package alternatives implements the type alternatives: the program behind a generic
// command name, for example pager.
//
// The providers are dpkg (Debian's update-alternatives) and chkconfig (Red Hat's
// alternatives): a tool with different names and directories. They read a group from its
// administrative file, which contains the mode and the registered programs, and from its
// link in /etc/alternatives; the format is described in update-alternatives(1). They run
// the tool only to change a group.
//
// Packages create groups; this type cannot. A missing group or program is a
// ral.DependencyError, because a package of the same run may install it. Attributes and
// behaviour are the same as in Puppet's module puppet-alternatives.
package alternatives
