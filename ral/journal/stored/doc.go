// Package stored has the form of values in the journal: Redactor.Value encodes a value for
// a line, a secret by its fingerprint and a long text by its checksum, and Value.Restore
// returns the original value.
package stored
