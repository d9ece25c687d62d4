package manifest

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// tokenKind is the kind of a token of Puppet's syntax.
type tokenKind uint8

const (
	tEnd tokenKind = iota
	tName
	tType // begins with a capital letter
	tString
	tNumber
	tVariable
	tMark // punctuation and operators
)

type lexed struct {
	kind tokenKind
	text string
	at   place
}

// lexer splits Puppet's syntax into tokens on demand.
type lexer struct {
	src *source
	i   int
}

func (l *lexer) ahead(prefix string) bool { return bytes.HasPrefix(l.src.data[l.i:], []byte(prefix)) }

// marks are tried in order: the longest first.
var marks = [...]string{"<<|", "|>>", "<|", "|>", "=>", "+>", "->", "~>", "<-", "<~", "@@", "==", "!=", "=~", "!~", "<=", ">=", "<<", ">>"}

// next returns the token at the current position.
func (l *lexer) next() (lexed, error) {
	if err := l.blank(); err != nil {
		return lexed{}, err
	}
	at := l.src.place(l.i)
	if l.i >= len(l.src.data) {
		return lexed{kind: tEnd, at: at, text: "the end"}, nil
	}
	start := l.i
	switch c := l.src.data[l.i]; {
	case c == '\'' || c == '"':
		return l.string(at, c)
	case c >= '0' && c <= '9':
		return l.cut(tNumber, start, l.while(l.i, isNumber), at)
	case c == '$':
		return l.cut(tVariable, start, l.while(l.i+1, isWord), at)
	case c == '_' || c >= 'a' && c <= 'z' || c == ':' && l.ahead("::"):
		return l.cut(tName, start, l.word(), at)
	case c >= 'A' && c <= 'Z':
		return l.cut(tType, start, l.word(), at)
	}
	for _, m := range marks {
		if l.ahead(m) {
			l.i += len(m)
			return lexed{tMark, m, at}, nil
		}
	}
	_, size := utf8.DecodeRune(l.src.data[l.i:])
	l.i += size
	return lexed{tMark, string(l.src.data[l.i-size : l.i]), at}, nil
}

// blank skips white space and comments.
func (l *lexer) blank() error {
	for l.i < len(l.src.data) {
		switch c := l.src.data[l.i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.i++
		case c == '#':
			end := bytes.IndexByte(l.src.data[l.i:], '\n')
			if end < 0 {
				end = len(l.src.data) - l.i
			}
			l.i += end
		case l.ahead("/*"):
			at := l.src.place(l.i)
			end := bytes.Index(l.src.data[l.i:], []byte("*/"))
			if end < 0 {
				return l.src.fatal(at, `this comment does not end: "*/" is missing`)
			}
			l.i += end + 2
		default:
			return nil
		}
	}
	return nil
}

// while returns the end of the run of characters that in accepts.
func (l *lexer) while(end int, in func(byte) bool) int {
	for end < len(l.src.data) && in(l.src.data[end]) {
		end++
	}
	return end
}

// maxWord is the maximum length of a name, a variable or a number.
const maxWord = 1000

func (l *lexer) cut(kind tokenKind, start, end int, at place) (lexed, error) {
	if end-start > maxWord {
		return lexed{}, l.src.fatal(at, "this word is longer than %d characters", maxWord)
	}
	l.i = end
	return lexed{kind, string(l.src.data[start:end]), at}, nil
}

// word returns the end of a name with its segments. A name may contain a
// hyphen, but not before an arrow.
func (l *lexer) word() int {
	i := l.i
	for i < len(l.src.data) {
		c := l.src.data[i]
		hyphen := c == '-' && i+1 < len(l.src.data) && isLetter(l.src.data[i+1])
		switch {
		case bytes.HasPrefix(l.src.data[i:], []byte("::")):
			i++
		case !isLetter(c) && !hyphen:
			return i
		}
		i++
	}
	return i
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isWord(c byte) bool { return isLetter(c) || c == ':' }

func isNumber(c byte) bool { return isLetter(c) || c == '.' }

// string reads a quoted string. It rejects interpolation in double quotes by
// name and continues.
func (l *lexer) string(at place, quote byte) (lexed, error) {
	var b strings.Builder
	start := l.i
	for l.i++; l.i < len(l.src.data); {
		c := l.src.data[l.i]
		switch {
		case l.i-start > maxString:
			return lexed{}, tooLong(l.src, at)
		case c == quote:
			l.i++
			return lexed{tString, b.String(), at}, nil
		case c == '\\':
			if err := l.escape(&b, quote); err != nil {
				return lexed{}, err
			}
			continue
		case c == '$' && quote == '"':
			l.interpolation()
		}
		b.WriteByte(c)
		l.i++
	}
	return lexed{}, l.src.fatal(at, "this string does not end: %c is missing", quote)
}

// interpolation rejects $name and ${expression}. Any other dollar sign is
// literal.
func (l *lexer) interpolation() {
	rest := l.src.data[l.i+1:]
	if len(rest) == 0 || rest[0] != '{' && !isLetter(rest[0]) && !bytes.HasPrefix(rest, []byte("::")) {
		return
	}
	end := 0
	if rest[0] == '{' {
		end = bytes.IndexByte(rest[:min(len(rest), 60)], '}') + 1
	}
	for end < min(len(rest), 60) && rest[0] != '{' && isWord(rest[end]) {
		end++
	}
	l.src.beyond(l.src.place(l.i), `the variable $%s in a string is not supported: write a literal value, or \$ for a dollar sign`, rest[:end])
}
