// Package local is the host that ralsh runs on, or a directory used as the root of a host.
//
// All file access starts with a descriptor from rootResolver. A write replaces a file by a
// rename and keeps its owner, mode and attributes. Root follows no link that a different user
// could have planted (host.UntrustedLinkError). A command runs in a process group, without a
// shell, and with a timeout.
package local
