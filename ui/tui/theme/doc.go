// Package theme maps the meaning of a text to its style on this terminal.
//
// A Token names a meaning (focus, a change, an invalid value). A Theme holds
// the style of each Token, on a row with the cursor and on other rows. Screens
// use tokens and never colours: only hues.go and styles.go contain colours. The
// styles are those of Lip Gloss. Each is rendered once into an Ink, the bytes
// before and after a text, because a list has too many cells to style them in
// each frame. A Theme is immutable and may be used concurrently.
//
// Tints are mixed from a hue and the background of the terminal. A terminal
// with 256 colours uses named greys instead. A terminal with 16 colours uses
// brackets, reverse and underline. Without colours every state still differs by
// its markers.
package theme
