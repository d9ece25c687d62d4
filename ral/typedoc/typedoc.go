// Package typedoc formats the documentation of types and attributes as Markdown.
package typedoc

import (
	"slices"
	"strings"

	"ralsh/ral"
)

// Scrub removes the common indentation of a text (semantics.md T7): the
// smallest indentation of all lines except the first.
func Scrub(text string) string {
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

// Attribute returns the documentation of an attribute with its allowed values, their
// meanings, and the required features (semantics.md T8).
func Attribute(a *ral.Attribute) string {
	parts := []string{Scrub(a.Doc)}
	if text := Values(a); text != "" {
		parts = append(parts, text)
	}
	var meanings []string
	for _, v := range a.Values {
		if v.Doc != "" {
			meanings = append(meanings, "- "+quoted(v)+": "+Scrub(v.Doc))
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

// Values returns the valid values of an attribute, "" if all are valid.
func Values(a *ral.Attribute) string {
	var literals, patterns []string
	for _, v := range a.Values {
		// newvalues(:true, true, 'true') of Ruby has a single text.
		aliases := slices.DeleteFunc(slices.Compact(slices.Clone(v.Aliases)), func(text string) bool { return text == v.Name })
		switch {
		case v.Pattern != nil:
			patterns = append(patterns, quoted(v))
		case len(aliases) > 0:
			literals = append(literals, quoted(v)+" (also called `"+strings.Join(aliases, "`, `")+"`)")
		default:
			literals = append(literals, quoted(v))
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
func quoted(v ral.Allowed) string {
	if v.Pattern != nil {
		return "`" + v.Pattern.Literal() + "`"
	}
	return "`" + v.Name + "`"
}
