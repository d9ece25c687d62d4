// Package sshkeys defines the format of authorized_keys files (sshd(8),
// AUTHORIZED_KEYS FILE FORMAT).
//
// Format returns it as a parsedfile.Format with the fields options, type, key
// and name. The name of a key is its comment; Name gives a key without a
// comment the name PATH:unnamed-N, which is not written to the file. Keys of
// protocol version 1 are recognized and left unchanged. The package does no
// I/O; the types ssh_authorized_key and user (purge_ssh_keys) use it.
package sshkeys
