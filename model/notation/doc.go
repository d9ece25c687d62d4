// Package notation converts values to text and back: the text that a user types for a desired
// value, and the text that lists and fields show for a current value.
//
// [Parse] reads a typed text and [Typed] returns it. [ShowIs] and [ShowShould] have the same
// format, so that two texts differ only if the values do.
package notation
