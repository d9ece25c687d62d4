// Package user implements the type user: the accounts of a host.
//
// The only provider, useradd, reads /etc/passwd, /etc/shadow and /etc/group
// with package accounts and changes them with the shadow tools useradd(8),
// usermod(8), userdel(8), chage(1) and chpasswd(8). It declares no default; it
// wins as the only suitable provider (semantics.md section 8, B1). A separate
// command sets each property (semantics.md P42). With purge_ssh_keys, the type
// declares undeclared keys of the user as absent ssh_authorized_key resources.
//
// A user that exists only in a different source of nsswitch.conf is found with
// getent(1) and shown, but cannot be changed. With forcelocal, luseradd(1) of
// libuser creates a local user of the same name, because useradd rejects the
// name. Precheck reports the errors of the tools, and Predict their additional
// changes, to groups and home directories for example.
//
// Password hashes are secrets and go to chpasswd on standard input, because
// other users can read arguments. Properties that cannot be read, for example
// in /etc/shadow for an unprivileged user, are unknown and never count as a
// difference. A listing passes over the files once.
package user
