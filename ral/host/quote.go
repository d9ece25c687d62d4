package host

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ShellJoin quotes an argument list for bash, zsh, ksh and other shells that
// support $'..' of POSIX.1-2024, which it uses to escape invisible characters.
// Displayed commands can therefore be copied.
func ShellJoin(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = ShellQuote(arg)
		if !utf8.ValidString(arg) || strings.ContainsFunc(arg, unseen) {
			quoted[i] = dollarQuote(arg)
		}
	}
	return strings.Join(quoted, " ")
}

// ShellQuote quotes an argument if necessary, for any shell.
func ShellQuote(s string) string {
	plain := s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_^") == ""
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func unseen(r rune) bool { return !unicode.IsPrint(r) }

// dollarQuote escapes invisible characters, other bytes by number.
func dollarQuote(s string) string {
	b := []byte("$'")
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\'' || r == '\\':
			b = append(b, '\\', byte(r))
		case unseen(r) || r == utf8.RuneError && size == 1:
			for _, c := range []byte(s[:size]) {
				b = fmt.Appendf(b, `\x%02x`, c)
			}
		default:
			b = append(b, s[:size]...)
		}
		s = s[size:]
	}
	return string(append(b, '\''))
}
