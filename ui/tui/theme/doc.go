// Package theme turns what a piece of text means into how it looks.
//
// A Token names a meaning (focus, a change, an invalid value); a Theme holds how
// each one looks on this terminal, on a row with the cursor and on one without.
// Screens name tokens and never colours: hues.go is the only file that has any.
// The styles are those of Lip Gloss, each rendered once into an Ink, the bytes
// before and after a text, because a list has more cells than a frame has time
// to style. A Theme is immutable and may be used concurrently.
//
// Tints are mixed from a hue and the terminal's own background. Terminals of 256
// colours get named greys instead, those of 16 brackets, reverse and underline,
// and without colours every state still differs by its signs.
package theme
