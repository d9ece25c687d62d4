package widget

import "strings"

// Filter is what is typed behind "/": words that must all be found, in any
// order and whatever their case; "!" before a word says that it must not be.
type Filter struct {
	text       string
	want, deny []string
}

// ParseFilter reads what was typed. A single "!" is not yet a word.
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

// String is what was typed.
func (f Filter) String() string { return f.text }

// Empty says that everything matches.
func (f Filter) Empty() bool { return len(f.want)+len(f.deny) == 0 }

// Match says whether a haystack, which is lower case already, passes.
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
