package value

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote returns s as a string of the Puppet language: in single quotes, or in double
// quotes with escapes if s contains hidden characters. It doubles a backslash that the
// reader would interpret as an escape: before a backslash, before a quote and at the
// end. Puppet does not, and reads a different string.
func Quote(s string) string { return string(AppendQuote(make([]byte, 0, len(s)+2), s)) }

// AppendQuote appends Quote(s) to b.
func AppendQuote(b []byte, s string) []byte {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' && strings.ContainsFunc(s[i:], Hidden) {
			return append(b, quoteDouble(s, true)...)
		}
		if s[i] > '~' {
			break
		}
	}
	b = append(b, '\'')
	for i := range len(s) {
		if s[i] == '\'' || s[i] == '\\' && escapes(s, i) {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, '\'')
}

// escapes reports whether the backslash at i would be read as part of an
// escape.
func escapes(s string, i int) bool {
	return i == len(s)-1 || s[i+1] == '\'' || s[i+1] == '\\' || i > 0 && s[i-1] == '\\'
}

// AppendLiteral appends v.Literal() to b.
func (v Value) AppendLiteral(b []byte) []byte {
	if v.kind == String || v.kind == Symbol && v.str() != "undef" && v.str() != "default" {
		return AppendQuote(b, v.str())
	}
	return append(b, v.Literal()...)
}

// rubyEscaped are the characters that Ruby shows as a backslash and a letter.
const (
	rubyEscaped = "\a\b\v\f\x1b"
	rubyEscapes = "abvfe"
)

// quoteDouble returns a text in double quotes: with dollar as the Puppet language has
// it, otherwise as Ruby inspects a String.
func quoteDouble(s string, dollar bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		c := s[i]
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '"' || c == '\\' || dollar && c == '$':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case !dollar && strings.IndexByte(rubyEscaped, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(rubyEscapes[strings.IndexByte(rubyEscaped, c)])
		case !dollar && r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02X`, c)
		case !dollar && (c < 0x20 || c == 0x7f):
			fmt.Fprintf(&b, `\u%04X`, c)
		case dollar && Hidden(r):
			b.WriteString(`\u{` + strings.ToUpper(strconv.FormatUint(uint64(r), 16)) + "}")
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}

// Hidden reports whether a terminal interprets or hides a character: control
// and format characters, line separators.
func Hidden(r rune) bool {
	const graphemeJoiner = 0x034f
	// Letters, including CJK, frequent in a long text.
	if r >= 0xae && r < graphemeJoiner || r >= 0x2070 && r < 0xfeff {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == graphemeJoiner
}
