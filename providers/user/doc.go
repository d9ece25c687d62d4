// Package user implements the type user: the accounts of a host.
//
// The only provider, useradd, reads /etc/passwd, /etc/shadow and /etc/group
// with package accounts and changes them with the shadow tools useradd(8),
// usermod(8), userdel(8), chage(1) and chpasswd(8). It is not declared as a
// default; it wins because it is the only suitable one (semantics.md section 8,
// B1). Each property is set by a command of its own (semantics.md P42). With
// purge_ssh_keys the type declares undeclared keys of the user as absent
// ssh_authorized_key resources.
//
// A user that only another source of nsswitch.conf has is found with getent(1)
// and shown, but it cannot be changed. With forcelocal, a local user of the
// same name is created with luseradd(1) of libuser, because useradd refuses it.
// Precheck rejects what the tools would refuse, and Predict reports what they
// change in addition, such as groups and home directories.
//
// Password hashes are secrets and go to chpasswd on standard input, because
// other users can read arguments. Properties that cannot be read, such as those
// in /etc/shadow for an ordinary user, are unknown and never count as a
// difference. A listing makes one pass over the files.
package user
