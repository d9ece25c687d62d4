package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the maximum length of the text of a record in bytes: 64 KiB with a length
// byte for every 255 bytes.
const maxText = 65535 - 65535/256 - 1

// rawText parses user input: either the text, in which a backslash precedes a character
// or the three digits of a byte, or, as in a zone file, quoted strings, which it joins.
func rawText(text string) (string, error) {
	if strings.HasPrefix(text, `"`) {
		return joined(text)
	}
	raw, _, err := unescape(text, 0)
	if err == nil {
		err = tooLong(raw)
	}
	return raw, err
}

func tooLong(raw string) error {
	if len(raw) > maxText {
		return fmt.Errorf("the text is too long for a record (%d bytes)", len(raw))
	}
	return nil
}

// plainText returns the canonical text: backslashes, invalid UTF-8, and a
// leading quote are escaped.
func plainText(raw string) string {
	var b strings.Builder
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRuneInString(raw[i:])
		switch {
		case r == utf8.RuneError && n == 1 || !unicode.IsPrint(r):
			for _, c := range []byte(raw[i : i+n]) {
				fmt.Fprintf(&b, `\%03d`, c)
			}
		case r == '\\', r == '"' && i == 0:
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// quoted returns a text as strings of a zone file, 255 bytes each.
func quoted(raw string) string {
	parts := []string{}
	for len(raw) > 255 {
		parts = append(parts, one(raw[:255]))
		raw = raw[255:]
	}
	return strings.Join(append(parts, one(raw)), " ")
}

// one returns a quoted string in ASCII.
func one(raw string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(raw) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03d`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// joined parses the strings of a zone file, with or without quotes.
func joined(data string) (string, error) {
	var all strings.Builder
	for rest := strings.TrimLeft(data, " \t"); rest != ""; rest = strings.TrimLeft(rest, " \t") {
		end := byte(' ')
		if rest[0] == '"' {
			rest, end = rest[1:], '"'
		}
		raw, used, err := unescape(rest, end)
		if err != nil {
			return "", err
		}
		if end == '"' {
			if used == len(rest) {
				return "", errors.New("a quote is not closed")
			}
			used++
		}
		all.WriteString(raw)
		rest = rest[used:]
	}
	return all.String(), tooLong(all.String())
}

// unescape parses up to the character end, or to the end of the text if end is
// 0, and returns the number of bytes consumed.
func unescape(text string, end byte) (raw string, used int, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if end != 0 && text[i] == end {
			return b.String(), i, nil
		}
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		c, n, err := escaped(text[i:])
		if err != nil {
			return "", 0, err
		}
		b.WriteByte(c)
		i += n - 1
	}
	return b.String(), len(text), nil
}

// escaped returns the byte of a backslash escape, and the length of the escape
// (RFC 1035, 5.1).
func escaped(text string) (c byte, used int, err error) {
	digit := func(i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }
	switch {
	case len(text) < 2:
		return 0, 0, errors.New("a backslash at the end")
	case !digit(1):
		return text[1], 2, nil
	case !digit(2) || !digit(3):
		return 0, 0, errors.New("expected three digits or a character after a backslash")
	}
	n := int(text[1]-'0')*100 + int(text[2]-'0')*10 + int(text[3]-'0')
	if n > 255 {
		return 0, 0, fmt.Errorf(`\%03d is greater than 255`, n)
	}
	return byte(n), 4, nil
}
