package commandline

import (
	"slices"
	"strings"
)

// Shell is what runs a line that is not just words.
const Shell = "/bin/sh"

// Of is the argument list of a line: its words between spaces and tabs, or
// /bin/sh -c with the whole of it where a character or the first word means
// something to a shell (exec(3) of Ruby: Process.exec).
func Of(line string) []string {
	if NeedsShell(line) {
		return Through(line)
	}
	return strings.FieldsFunc(line, blank)
}

// Through is the argument list of a line that a shell is to read.
func Through(line string) []string { return []string{Shell, "-c", line} }

func blank(r rune) bool { return r == ' ' || r == '\t' }

// NeedsShell reports whether a line holds what only a shell understands.
func NeedsShell(line string) bool {
	if strings.ContainsAny(line, "*?{}[]<>()~&|\\$;'`\"\n#") {
		return true
	}
	words := strings.FieldsFunc(line, blank)
	if len(words) == 0 {
		return false
	}
	// An assignment before the command; a path may hold the character.
	name, _, set := strings.Cut(words[0], "=")
	return set && !strings.Contains(name, "/") || slices.Contains(builtins, words[0])
}

// builtins are words that are no commands of their own (POSIX 2.4 and 2.14).
var builtins = []string{
	"!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit",
	"export", "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset",
	"until", "while",
}

// First is the command of a line, without the quotes around it. Of a line that
// begins with a quote and does not end it, it is the first word.
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
