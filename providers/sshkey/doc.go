// Package sshkey implements the type sshkey: the public keys of hosts, in
// /etc/ssh/ssh_known_hosts.
//
// The only provider, parsed, is a parsedfile.Provider with the format of sshd(8),
// SSH_KNOWN_HOSTS FILE FORMAT. A host has a resource for each type of key, with the title
// NAME@TYPE. semantics.md section 8 describes the behaviour.
//
// The provider keeps unmanaged lines byte for byte. Lines with a marker (@cert-authority,
// @revoked) and keys of an unknown type are not instances, and stay. Hashed names are
// shown as the file contains them. The file is written with mode 0644.
package sshkey
