package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CompareNames orders names as people do: case does not count, and digits count as
// the number they write, so that web2 is before web10. Names that are alike in
// that way stand in the order of their bytes, so that only equal names are equal. It
// allocates nothing.
func CompareNames(a, b string) int {
	i := alike(a, b)
	j := i
	for i < len(a) && j < len(b) {
		if digit(a[i]) && digit(b[j]) {
			from, to := digits(a, i)
			from2, to2 := digits(b, j)
			if by := to - from - (to2 - from2); by != 0 {
				return by
			}
			if by := strings.Compare(a[from:to], b[from2:to2]); by != 0 {
				return by
			}
			i, j = to, to2
			continue
		}
		x, wide := folded(a, i)
		y, wide2 := folded(b, j)
		if x != y {
			return int(x) - int(y)
		}
		i, j = i+wide, j+wide2
	}
	if by := (len(a) - i) - (len(b) - j); by != 0 {
		return by // one goes on where the other ends
	}
	return strings.Compare(a, b)
}

// alike is how far two names are the same, to the beginning of the number or of the
// character in which they part: most of the names of a long list begin alike.
func alike(a, b string) int {
	i, end := 0, min(len(a), len(b))
	for i < end && a[i] == b[i] {
		i++
	}
	for i > 0 && (digit(a[i-1]) || a[i-1] >= utf8.RuneSelf) {
		i--
	}
	return i
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// digits is where the number that begins at i has its first digit other than 0, and
// where it ends.
func digits(s string, i int) (from, to int) {
	for from = i; from < len(s) && s[from] == '0'; from++ {
	}
	for to = from; to < len(s) && digit(s[to]); to++ {
	}
	return from, to
}

// folded is the character at i without its case, and how many bytes it takes.
func folded(s string, i int) (r rune, bytes int) {
	c := s[i]
	switch {
	case 'A' <= c && c <= 'Z':
		return rune(c) + 'a' - 'A', 1
	case c < utf8.RuneSelf:
		return rune(c), 1
	}
	r, bytes = utf8.DecodeRuneInString(s[i:])
	return unicode.ToLower(r), bytes
}
