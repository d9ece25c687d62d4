package fleet

import (
	"fmt"
	"path"
	"slices"
)

// LeaveOut splits targets into rest and left: the items of words (names, ranges, patterns and
// @groups, as in [Inventory.Expand]) select left. An item that selects no target is an error.
func (inv *Inventory) LeaveOut(targets []Target, words string) (rest, left []Target, err error) {
	named := make(map[string]bool)
	for _, word := range splitWords(words) {
		found := false
		var list []Target
		if IsMany(word) && word[0] == '@' {
			if list, err = inv.Expand(word, Last{}); err != nil {
				return nil, nil, err
			}
		}
		patterns, err := ExpandRanges(word)
		if err != nil {
			return nil, nil, err
		}
		for _, t := range targets {
			matches := func(pattern string) bool {
				ok, err := path.Match(pattern, t.Name)
				return pattern == t.Name || err == nil && ok
			}
			in := func(other Target) bool { return t.Host != nil && t.Host == other.Host }
			if slices.ContainsFunc(patterns, matches) || slices.ContainsFunc(list, in) {
				named[t.Name], found = true, true
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("%q is not a host of --on", word)
		}
	}
	for _, t := range targets {
		if named[t.Name] {
			left = append(left, t)
		} else {
			rest = append(rest, t)
		}
	}
	return rest, left, nil
}
