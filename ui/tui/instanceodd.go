package tui

import (
	"slices"
	"strings"
)

// oddProperties are the properties that a finding is about: the first that it
// names, and the first of all where it names none.
func (s *instance) oddProperties() map[string]bool {
	if s.found == nil {
		return nil
	}
	odd := make(map[string]bool)
	for _, text := range s.found.Findings() {
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,:;.()'\"", r) })
		about := ""
		for _, a := range s.typ.Properties() {
			if about == "" && len(s.lacks(a)) == 0 && slices.Contains(words, a.Name) {
				about = a.Name
			}
		}
		if all := s.typ.Properties(); about == "" && len(all) > 0 {
			about = all[0].Name
		}
		odd[about] = true
	}
	return odd
}
