// Package frame draws a whole screen from its size and its content.
//
// Arrange divides a screen into a Layout, so that the caller knows the size of
// each part. Draw turns a Content (top line, body, foot, message, keys) into a
// Frame: lines with SGR sequences and the position of the cursor. Mode selects
// the theme, ASCII, and output for screen readers.
//
// Draw is a pure function and does not depend on the meaning of the content. A
// Frame has exactly as many lines as the screen, and no line is wider. Text is
// written with the inks of package theme, so a frame of 120x36 takes 20 to 50
// microseconds.
package frame
