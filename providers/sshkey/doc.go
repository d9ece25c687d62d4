// Package sshkey implements the type sshkey: the public keys of hosts, in
// /etc/ssh/ssh_known_hosts.
//
// The only provider, parsed, is a parsedfile.Provider with the format of
// sshd(8), SSH_KNOWN_HOSTS FILE FORMAT. A host has one resource per type of
// key, titled NAME@TYPE. The behaviour is that of semantics.md section 8.
//
// Lines that are not managed are kept byte for byte, as are lines with a marker
// (@cert-authority, @revoked) and keys of an unknown type, which are not
// instances. Hashed names are shown as they are written. The file is written
// with mode 0644.
package sshkey
