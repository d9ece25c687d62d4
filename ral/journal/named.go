package journal

import (
	"strings"

	"ralsh/ral/host"
)

// sumLength is that of a SHA-256 in hexadecimal digits.
const sumLength = 64

// isKept recognises kept content, and what a write of it left when it was cut off,
// from a file of someone else's.
func isKept(name string) bool {
	if rest, cutOff := strings.CutPrefix(name, "."); cutOff && len(rest) > sumLength {
		return isSum(rest[:sumLength])
	}
	return isSum(name)
}

func isSum(text string) bool {
	return len(text) == sumLength && strings.Trim(text, "0123456789abcdef") == ""
}

// namedBy are the checksums that a run's file names, wherever they stand in it:
// also in a line that is torn. More than it names is no harm, fewer would be.
func namedBy(state *host.State, n int) ([]string, error) {
	const chunk = 1 << 20
	var sums []string
	for at := int64(0); ; at += chunk {
		// What lies across the end of a chunk is found in the longer part.
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

// sumsIn are the quoted checksums in a text.
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
