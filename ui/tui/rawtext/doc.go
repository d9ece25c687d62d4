// Package rawtext draws a text so that each of its bytes is visible.
//
// LinesOf splits a text into lines without losing bytes. A Look draws the ends of
// lines, tabs, blanks at the end of a line, control characters and invalid bytes
// as marks, and finds the column of a byte.
package rawtext
