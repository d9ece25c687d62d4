// Package sshauthorizedkey implements the type ssh_authorized_key: the public
// keys that may log in as a user.
//
// The only provider, parsed, serves ~/.ssh/authorized_keys of every user in
// /etc/passwd, or another file that target names. Its behaviour, keys, embeds
// one parsedfile.Behaviour with the format of package sshkeys for all files;
// owners maps a file to its user. The rules are those of semantics.md section
// 8.
//
// A file is read and written with the rights of its user (host.WithUser), so
// that a link that the user has placed there cannot redirect root. With
// drop_privileges => false root writes the file, and every directory above it
// must belong to root and be writable by root only. A new file has mode 0600, a
// new directory 0700. Lines that are not managed are kept byte for byte. A key
// that is declared without user and target is searched in all readable files;
// two matches are an error. Type owners is safe for concurrent use.
package sshauthorizedkey
