// Package snapshot writes the state of a host to a file, and compares two snapshots.
//
// [Take] lists all types and resolves the facts into a [Snapshot]. [Snapshot.Write] writes it
// as sorted lines of JSON, which diff(1) can compare, and [Read] parses it. [Compare] returns
// the [Difference]: rows with the instances of only one host, changes, unknown values with
// their reasons, and counts of omitted rows. [Stage] makes drafts from the rows, so that B
// becomes like A.
//
// A file is foreign: Read limits its bytes, lines and depth, and rejects a file without the
// last line, which contains the counts and the checksum. A snapshot contains no secrets.
package snapshot
