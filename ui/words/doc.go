// Package words says what a step, a change and an act are, for the screens, the
// commands and the history alike. It knows no screen and no terminal.
package words
