// Package safe makes untrusted text safe to print on a terminal.
//
// Names, values, errors and the output of commands may contain control
// sequences. Clean turns a string into a Text, in which control and format
// characters are shown, as \x1b, and not executed; invalid bytes become U+FFFD.
// Lines does the same line by line. JSON escapes these characters in a JSON
// document.
//
// Other packages convert only constants to Text, and a test checks that. Clean
// does not copy plain ASCII.
package safe
