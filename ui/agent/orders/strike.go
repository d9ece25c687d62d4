package orders

import "strings"

// The limits of a command line in a record.
const (
	maxWord  = 80
	maxWords = 40
)

// struck replaces the removed part of a word.
const struck = "[...]"

// strike removes possible secrets from a command line: each word ends before the value of an
// attribute, and before the first character that is unusual for a name, path or flag.
func strike(args []string) []string {
	var list []string
	for _, word := range args {
		if len(list) == maxWords {
			return append(list, struck)
		}
		plain := func(r rune) bool {
			return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@:,+", r)
		}
		end := strings.IndexFunc(word, func(r rune) bool { return !plain(r) })
		if end >= 0 && word[end] == '=' {
			end++ // keep the equals sign after the name
		}
		if end < 0 && len(word) > maxWord {
			end = maxWord
		}
		if end >= 0 {
			word = word[:min(end, maxWord)] + struck
		}
		list = append(list, word)
	}
	return list
}
