package manifest

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// escape reads the escape at the current backslash. Single quotes support only
// an escaped quote or backslash; an invalid escape is a literal backslash, as
// in Puppet.
func (l *lexer) escape(b *strings.Builder, quote byte) error {
	if l.i+1 >= len(l.src.data) {
		l.i++
		return nil
	}
	c := l.src.data[l.i+1]
	if c == '\\' || c == quote || c == '\'' {
		b.WriteByte(c)
		l.i += 2
		return nil
	}
	if quote == '"' {
		switch c {
		case '$', '"':
			b.WriteByte(c)
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 's':
			b.WriteByte(' ')
		case '\n':
		case 'u':
			return l.unicode(b)
		default:
			b.WriteByte('\\')
			l.i++
			return nil
		}
		l.i += 2
		return nil
	}
	b.WriteByte('\\')
	l.i++
	return nil
}

// unicode reads \uXXXX or \u{X} with up to six digits.
func (l *lexer) unicode(b *strings.Builder) error {
	at := l.src.place(l.i)
	rest := l.src.data[l.i+2:]
	digits, length := "", 0
	switch {
	case len(rest) > 0 && rest[0] == '{':
		text, _, ok := strings.Cut(string(rest[1:min(len(rest), 9)]), "}")
		if ok {
			digits, length = text, len(text)+2
		}
	case len(rest) >= 4:
		digits, length = string(rest[:4]), 4
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return l.src.fatal(at, `\u must be followed by a valid code point: four hexadecimal digits, or up to six in braces (example: \u{1F600})`)
	}
	b.WriteRune(rune(n))
	l.i += 2 + length
	return nil
}
