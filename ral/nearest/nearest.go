// Package nearest finds the known name that is closest to a misspelled name.
//
// Of compares names by edit distance and ignores case. It returns "" if too many
// letters differ: more than about a quarter.
package nearest

import (
	"fmt"
	"strings"
)

// Of returns the name closest to the given name, or "" if no name is close: a quarter
// of the letters may differ, or a single letter of a short name, but at most half of
// it.
func Of(name string, among []string) string {
	best, at := "", max(1, len(name)/4)+1
	for _, candidate := range among {
		// At least this many letters must be inserted or removed.
		if more := len(name) - len(candidate); more >= at || -more >= at {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(candidate)); d < at && 2*d <= max(len(name), len(candidate)) {
			best, at = candidate, d
		}
	}
	return best
}

// DidYouMean suggests the most similar name in the form that ends a message, or returns "".
func DidYouMean(name string, among []string) string {
	if near := Of(name, among); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// distance returns the edit distance of a and b: a letter inserted, removed,
// replaced, or two adjacent letters swapped (optimal string alignment).
func distance(a, b string) int {
	var older []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := last[j-1]
			if a[i-1] != b[j-1] {
				cost++
			}
			row[j] = min(cost, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, last = last, row
	}
	return last[len(b)]
}
