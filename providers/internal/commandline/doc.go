// Package commandline splits command lines as Ruby's Process.exec does.
//
// Of returns the words of a line, or /bin/sh -c with the whole line if it
// contains a character or begins with a word that means something only to a
// shell (NeedsShell). Through always uses the shell, and First returns the
// command of a line. Words are separated by spaces and tabs; a line with quotes
// goes to the shell. The type exec and the parameter validate_cmd of file use
// this package.
package commandline
