package ral

import (
	"strings"
)

// ScrubDoc removes the common indentation of a text (semantics.md T7): the
// smallest indentation of all lines except the first.
func ScrubDoc(text string) string {
	trimmed := strings.TrimSpace(text)
	if !strings.Contains(trimmed, "\n") {
		return trimmed
	}
	lines := strings.Split(text, "\n")
	indent, any := "", false
	for _, line := range lines[1:] {
		blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if blank == line || any && blank >= indent {
			continue
		}
		indent, any = blank, true
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(line, indent), " \t\r\n\v\f")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
}

// FullDoc returns the attribute's documentation with its allowed values, their
// meanings, and the required features (semantics.md T8).
func (a *Attribute) FullDoc() string {
	parts := []string{ScrubDoc(a.Doc)}
	if text := a.ValuesDoc(); text != "" {
		parts = append(parts, text)
	}
	var meanings []string
	for _, v := range a.Values {
		if v.Doc != "" {
			meanings = append(meanings, "- "+v.quoted()+": "+ScrubDoc(v.Doc))
		}
	}
	if meanings != nil {
		parts = append(parts, strings.Join(meanings, "\n"))
	}
	if len(a.Features) > 0 {
		parts = append(parts, "Requires features "+strings.Join(a.Features, " ")+".")
	}
	return strings.Join(parts, "\n\n")
}

// ValuesDoc returns the valid values in Markdown, "" if all are valid.
func (a *Attribute) ValuesDoc() string {
	var literals, patterns []string
	for _, v := range a.Values {
		switch {
		case v.Pattern != nil:
			patterns = append(patterns, v.quoted())
		case len(v.Aliases) > 0:
			literals = append(literals, v.quoted()+" (also called `"+strings.Join(v.Aliases, "`, `")+"`)")
		default:
			literals = append(literals, v.quoted())
		}
	}
	var text string
	if len(literals) > 0 {
		text = "Valid values are " + strings.Join(literals, ", ") + ". "
	}
	if len(patterns) > 0 {
		text += "Values can match " + strings.Join(patterns, ", ") + "."
	}
	return strings.TrimSpace(text)
}

// quoted returns the literal or the pattern as Markdown.
func (w Allowed) quoted() string {
	if w.Pattern != nil {
		return "`" + slashed(w.Pattern.String()) + "`"
	}
	return "`" + w.Name + "`"
}
