// Package hashindex provides a hash index over a slice.
//
// An Index maps hashes to positions in a slice of the caller. It stores positions
// instead of keys, 6 to 12 bytes per entry, so 100,000 entries stay small. At may also
// yield positions of different hashes, so the caller compares the elements. An Index
// does not grow; Put must not run concurrently with a call.
package hashindex
