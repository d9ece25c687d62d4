package filter

import (
	"cmp"
	"strconv"
	"strings"
)

// quantity is a number, or a size in bytes.
type quantity struct {
	number float64
	size   bool // it has a unit
}

// parseQuantity reads 8, -1.5, 8GiB or "23.54 GiB".
func parseQuantity(text string) (quantity, bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
	if end < 0 {
		end = len(text)
	}
	number, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return quantity{}, false
	}
	if end == len(text) {
		return quantity{number: number}, true
	}
	unit := bytesOf(strings.TrimPrefix(text[end:], " "))
	return quantity{number * unit, true}, unit > 0
}

// bytesOf returns the bytes of a unit, regardless of case, or 0 for an unknown unit.
func bytesOf(unit string) float64 {
	switch strings.ToLower(unit) {
	case "bytes":
		return 1
	case "kib":
		return 1 << 10
	case "mib":
		return 1 << 20
	case "gib":
		return 1 << 30
	case "tib":
		return 1 << 40
	case "kb":
		return 1e3
	case "mb":
		return 1e6
	case "gb":
		return 1e9
	case "tb":
		return 1e12
	}
	return 0
}

// isVersion reports whether a text has the order of versions.
func isVersion(text string) bool { return text != "" && isDigit(text[0]) }

// compareVersions returns -1, 0 or 1 in the order of rpm: segments of digits compare as
// numbers, segments of letters as texts, and digits are newer than letters. Separators are
// ignored. A version is newer than its beginning: 12.0 is newer than 12.
func compareVersions(a, b string) int {
	for {
		var x, y string
		x, a = segment(a)
		y, b = segment(b)
		if x == "" && y == "" {
			return 0
		}
		if c := compareSegments(x, y); c != 0 {
			return c
		}
	}
}

// segment returns the first run of digits or letters, and the rest. Letters are all characters
// except digits and ASCII punctuation.
func segment(text string) (run, rest string) {
	for text != "" && !isDigit(text[0]) && !isLetter(text[0]) {
		text = text[1:]
	}
	if text == "" {
		return "", ""
	}
	same := isLetter
	if isDigit(text[0]) {
		same = isDigit
	}
	end := 1
	for end < len(text) && same(text[end]) {
		end++
	}
	return text[:end], text[end:]
}

func compareSegments(x, y string) int {
	switch {
	case x == "" || y == "":
		return cmp.Compare(len(x), len(y))
	case isDigit(x[0]) && isDigit(y[0]):
		x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	case isDigit(x[0]):
		return 1
	case isDigit(y[0]):
		return -1
	}
	return cmp.Compare(strings.ToLower(x), strings.ToLower(y))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
