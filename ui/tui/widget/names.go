package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CompareNames orders names in natural order: it ignores case, and compares
// digits as numbers, so that web2 is before web10. Names that differ only in
// case or leading zeros are ordered by their bytes, so that only identical
// names are equal. It does not allocate.
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
		return by // the longer name is later
	}
	return strings.Compare(a, b)
}

// alike returns the length of the common beginning of two names, up to the
// start of the number or the character in which they differ. Most neighbouring
// names in a long list begin alike.
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

// digits returns the position of the first digit other than 0 in the number at
// i, and its end.
func digits(s string, i int) (from, to int) {
	for from = i; from < len(s) && s[from] == '0'; from++ {
	}
	for to = from; to < len(s) && digit(s[to]); to++ {
	}
	return from, to
}

// folded returns the character at i in lower case, and its number of bytes.
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
