// Package snapshot writes down what a host is, and compares two hosts, or one at two times.
//
// [Take] lists all types that can be listed, and resolves the facts, into a [Snapshot].
// [Snapshot.Write] writes it as sorted lines of JSON, which diff(1) can compare, and [Read]
// reads it back. [Compare] returns the [Difference] of two: rows with what only one host has
// and what differs, what is not known and why, and counts of what was left out. [Stage] makes
// drafts of the rows, so that one host becomes like the other.
//
// A file is foreign: Read bounds it in bytes, in lines and in depth, and refuses one without
// its last line, which has the counts and the checksum. Secrets are never in a snapshot.
package snapshot
