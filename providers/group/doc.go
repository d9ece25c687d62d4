// Package group implements the type group: the groups of a host.
//
// The only provider, groupadd, reads /etc/group with package accounts and
// changes it with the shadow tools groupadd(8), groupmod(8) and groupdel(8),
// and members with gpasswd(1). It declares no default; it wins as the only
// suitable provider (semantics.md section 8, B1).
//
// A group that exists only in a different source of nsswitch.conf is found
// with getent(1) and shown, but cannot be changed. With forcelocal,
// lgroupadd(1) of libuser creates a local group of the same name, because
// groupadd rejects the name. Precheck reports the errors of the tools, for
// example on removing the primary group of a user. Without auth_membership,
// members are only added, never removed.
package group
