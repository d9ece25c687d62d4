package safe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ralsh/ral/value"
)

// Text is a line that is safe to write to a terminal: valid UTF-8 without
// control characters and without bidirectional or zero-width format characters.
// Only this package makes a Text from a string that is not a constant.
type Text string

// Clean makes untrusted text safe for a line. Invalid bytes become U+FFFD, and
// control characters become visible: \x1b, \n, \t, \u202e. Plain ASCII is not
// copied.
func Clean(s string) Text {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return clean(s, i)
		}
	}
	return Text(s)
}

// Start cleans the beginning of untrusted text. It returns more than the given
// number of cells, or the whole text if it is not longer. A long value is drawn
// with it.
func Start(s string, cells int) Text {
	for n := 4 * max(1, cells); n < len(s); n *= 2 {
		end := n
		for end > n-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		if t := Clean(s[:end]); !t.fits(cells) {
			return t
		}
	}
	return Clean(s)
}

// Shows reports whether Clean leaves untrusted text unchanged.
func Shows(s string) bool {
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] <= '~' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 || value.Hidden(r) || i == 0 && joins(r) {
			return false
		}
		i += size
	}
	return true
}

// CleanBytes is Clean for bytes. It always copies.
func CleanBytes(b []byte) Text { return Clean(string(b)) }

// Lines splits untrusted text at its newlines, then cleans each line. A final
// newline begins no new line. Empty text returns no lines.
func Lines(s string) []Text {
	if s == "" {
		return nil
	}
	parts := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	lines := make([]Text, len(parts))
	for i, part := range parts {
		lines[i] = Clean(strings.TrimSuffix(part, "\r"))
	}
	return lines
}

func clean(s string, from int) Text {
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		// A combining mark without a letter before it would join the blank on
		// the screen and change its width.
		if value.Hidden(r) || i == 0 && joins(r) {
			b.WriteString(visible(r))
		} else {
			b.WriteRune(r)
		}
		i += size
	}
	return Text(b.String())
}

func joins(r rune) bool {
	return unicode.Is(unicode.M, r) || r >= 0x1f3fb && r <= 0x1f3ff
}

func visible(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
