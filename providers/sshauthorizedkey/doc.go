// Package sshauthorizedkey implements the type ssh_authorized_key: the public keys for
// logins as a user.
//
// The only provider, parsed, manages ~/.ssh/authorized_keys of every user in /etc/passwd,
// or the file in target. Its behaviour, keys, embeds a parsedfile.Behaviour with the
// format of package sshkeys for all files; owners maps a file to its user. semantics.md
// section 8 has the rules.
//
// A file is read and written with the privileges of its user (host.WithUser), so a link
// of the user cannot redirect root. With drop_privileges => false root writes the file,
// and every directory above it must belong to root and be writable only by root. A new
// file gets mode 0600, a new directory 0700. The provider keeps unmanaged lines byte for
// byte. It searches a key without user and target in all readable files; two matches are
// an error.
package sshauthorizedkey
