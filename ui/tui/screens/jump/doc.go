// Package jump implements the palette that opens anything with a name or a
// value.
//
// Names and values are gathered and matched in commands, because there can be
// 100,000. The palette lists only on request.
package jump
