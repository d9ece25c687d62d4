// Package compare has the commands snapshot and compare.
//
// Snapshot prints the state of a host. Compare takes or reads two snapshots, of
// this host, a file, a remote host or a host with an agent, prints their
// differences, and stages drafts that make one host like the other.
package compare
