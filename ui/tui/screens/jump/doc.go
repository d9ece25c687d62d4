// Package jump is the palette that leads to anything with a name or a value.
//
// Names and values are gathered and matched in commands, since there can be 100,000; the
// palette starts no listing.
package jump
