// Package dnswire asks name servers for records and zones, and updates zones (RFC 1035, 2136,
// 5936). With a key it signs its messages, and rejects answers without a signature (RFC 8945).
//
// A host calls it: see host.Reader.Ask and host.Writer.Update.
package dnswire
