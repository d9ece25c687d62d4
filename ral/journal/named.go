package journal

import (
	"strings"

	"ralsh/ral/host/ownfiles"
)

// sumLength is the length of a SHA-256 in hexadecimal digits.
const sumLength = 64

// isKept reports whether a file is saved content, or a temporary file of its
// interrupted write.
func isKept(name string) bool {
	if rest, cutOff := strings.CutPrefix(name, "."); cutOff && len(rest) > sumLength {
		return isSum(rest[:sumLength])
	}
	return isSum(name)
}

func isSum(text string) bool {
	return len(text) == sumLength && strings.Trim(text, "0123456789abcdef") == ""
}

// namedBy returns all checksums in a run's file, even in a truncated line. Too many do
// no harm, too few would.
func namedBy(state *ownfiles.State, n int) ([]string, error) {
	const chunk = 1 << 20
	var sums []string
	for at := int64(0); ; at += chunk {
		// A checksum across the end of a chunk is in the longer part.
		part, size, err := state.ReadPart(fileName(n), at, chunk+sumLength+1)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sumsIn(string(part))...)
		if at+chunk >= size {
			return sums, nil
		}
	}
}

// sumsIn returns the quoted checksums in a text.
func sumsIn(text string) []string {
	var sums []string
	for {
		at := strings.IndexByte(text, '"')
		if at < 0 {
			return sums
		}
		text = text[at+1:]
		if len(text) > sumLength && text[sumLength] == '"' && isSum(text[:sumLength]) {
			sums = append(sums, text[:sumLength])
		}
	}
}
