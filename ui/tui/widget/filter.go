package widget

import "strings"

// Filter is the parsed text of a filter: words that must all match, in any
// order and regardless of case. A word after "!" must not match.
type Filter struct {
	text       string
	want, deny []string
}

// ParseFilter parses the typed text. It ignores a "!" without a word.
func ParseFilter(text string) Filter {
	f := Filter{text: text}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if denied, is := strings.CutPrefix(word, "!"); !is {
			f.want = append(f.want, word)
		} else if denied != "" {
			f.deny = append(f.deny, denied)
		}
	}
	return f
}

// String returns the typed text.
func (f Filter) String() string { return f.text }

// Empty reports whether everything matches.
func (f Filter) Empty() bool { return len(f.want)+len(f.deny) == 0 }

// Match reports whether a text matches, which must be in lower case.
func (f Filter) Match(lower string) bool {
	for _, word := range f.want {
		if !strings.Contains(lower, word) {
			return false
		}
	}
	for _, word := range f.deny {
		if strings.Contains(lower, word) {
			return false
		}
	}
	return true
}
