// Package theme maps the meaning of a text to its style on this terminal.
//
// A Token names a meaning (focus, a change, an invalid value). A Theme holds
// the style of each Token, with and without the cursor. Screens use tokens and
// never colours: only hues.go and styles.go contain colours. Each style of Lip
// Gloss is rendered once into an Ink, the bytes before and after a text,
// because a list has very many cells. A Theme is immutable and may be used
// concurrently.
//
// Tints are mixed from a hue and the background of the terminal. A terminal
// with 256 colours uses named greys instead. A terminal with 16 colours uses
// brackets, reverse and underline. Without colours every state still differs by
// its markers.
package theme
