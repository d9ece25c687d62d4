// Package frame draws a whole screen from its size and its content.
//
// Arrange divides a screen into a Layout, so that the caller knows how much
// room there is. Draw turns a Content (top line, body, foot, message, keys)
// into a Frame: lines with SGR sequences and the position of the cursor. Mode
// selects the theme, ASCII, and output for screen readers.
//
// Draw is a pure function and does not depend on the meaning of the content. A
// Frame has exactly as many lines as the screen, and no line is wider. Text is
// written with the ink that package theme keeps, so a frame of 120x36 takes 20
// to 50 microseconds.
package frame
