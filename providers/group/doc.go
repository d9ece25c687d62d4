// Package group implements the type group: the groups of a host.
//
// The only provider, groupadd, reads /etc/group with package accounts and
// changes it with the shadow tools groupadd(8), groupmod(8) and groupdel(8),
// and members with gpasswd(1). It is not declared as a default; it wins because
// it is the only suitable one (semantics.md section 8, B1).
//
// A group that only another source of nsswitch.conf has is found with getent(1)
// and shown, but it cannot be changed. With forcelocal, a local group of the
// same name is created with lgroupadd(1) of libuser, because groupadd refuses
// it. Precheck rejects what the tools would refuse, such as removing the
// primary group of a user. Without auth_membership, members are only added,
// never removed.
package group
