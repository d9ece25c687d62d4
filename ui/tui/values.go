package tui

import (
	"fmt"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
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

// actWords is an act as the plan shows it, with its bytes counted as all else
// is: "write /etc/hosts, 1,117 -> 1,119 bytes".
func actWords(d *transaction.ActResult) safe.Text {
	act := d.Act
	text := act.String()
	if act.Secret {
		return safe.Clean(text)
	}
	was := fmt.Sprintf(", %d -> %d bytes,", len(act.Before), len(act.After))
	now := ", " + widget.Count(len(act.Before)) + " -> " + widget.CountOf(len(act.After), "byte") + ","
	switch {
	case act.New:
		was = fmt.Sprintf(", new, %d bytes,", len(act.After))
		now = ", new, " + widget.CountOf(len(act.After), "byte") + ","
	case act.Stdin != nil:
		was = fmt.Sprintf(" < %d bytes", len(act.Stdin))
		now = " < " + widget.CountOf(len(act.Stdin), "byte")
	}
	// The path may hold the same words; the count is the last of them.
	if i := strings.LastIndex(text, was); i >= 0 {
		text = text[:i] + string(now) + text[i+len(was):]
	}
	return safe.Clean(text)
}

// shown is a property as lists show it.
func shown(inst *ral.Instance, attr string) string {
	a := inst.Type.Attr(attr)
	if a == nil || !inst.Known(attr) {
		return ""
	}
	return model.ShowIs(nil, a, inst.Get(attr))
}
