package tui

import (
	"slices"

	"ralsh/model"
	"ralsh/ral"
)

// allowedWords are the values that an attribute takes with a provider, as a person
// reads them.
func allowedWords(a *ral.Attribute, p *ral.Provider) []string {
	literals, patterns := a.AllowedText(p)
	return inWords(append(literals, patterns...))
}

// inWords says any text in the place of patterns that nearly all text matches,
// once.
func inWords(allowed []string) []string {
	var words []string
	for _, w := range allowed {
		switch w {
		case "/./", "/.+/", "/.*/", "/^.+$/", "/^.*$/", "//":
			w = "any text"
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// shown is a property as lists show it.
func shown(inst *ral.Instance, attr string) string {
	a := inst.Type.Attr(attr)
	if a == nil || !inst.Known(attr) {
		return ""
	}
	return model.ShowIs(nil, a, inst.Get(attr))
}
