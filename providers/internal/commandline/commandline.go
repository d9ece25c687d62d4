// Package commandline splits command lines as Ruby's Process.exec does.
//
// Of returns the words of a line, or /bin/sh -c with the whole line if it
// contains a character or begins with a word that means something only to a
// shell (NeedsShell). Through always uses the shell, and First returns the
// command of a line. Words are separated by spaces and tabs; a line with quotes
// goes to the shell. The types exec and service, and the parameter validate_cmd of
// file, use this package.
package commandline

import (
	"slices"
	"strings"
)

// Shell is the program that runs a line with shell syntax.
const Shell = "/bin/sh"

// Of returns the argument list of a line: its words, or /bin/sh -c with the
// whole line if NeedsShell reports true (Ruby's Process.exec).
func Of(line string) []string {
	if NeedsShell(line) {
		return Through(line)
	}
	return strings.FieldsFunc(line, blank)
}

// Through returns the argument list that runs a line in a shell.
func Through(line string) []string { return []string{Shell, "-c", line} }

func blank(r rune) bool { return r == ' ' || r == '\t' }

// NeedsShell reports whether a line contains shell syntax or begins with a
// builtin of the shell.
func NeedsShell(line string) bool {
	if strings.ContainsAny(line, "*?{}[]<>()~&|\\$;'`\"\n#") {
		return true
	}
	words := strings.FieldsFunc(line, blank)
	if len(words) == 0 {
		return false
	}
	// An = after a slash is part of a path, not an assignment.
	name, _, set := strings.Cut(words[0], "=")
	return set && !strings.Contains(name, "/") || slices.Contains(builtins, words[0])
}

// builtins are the reserved words and special builtins of a shell (POSIX 2.4
// and 2.14).
var builtins = []string{
	"!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit",
	"export", "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset",
	"until", "while",
}

// First returns the command of a line without its quotes. If the line begins
// with a quote that is not closed, First returns the first word.
func First(line string) string {
	for _, quote := range []string{`"`, `'`} {
		if rest, ok := strings.CutPrefix(line, quote); ok {
			if name, _, closed := strings.Cut(rest, quote); closed && name != "" {
				return name
			}
		}
	}
	name, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	return name
}
