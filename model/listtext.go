package model

import (
	"strings"

	"ralsh/ral/value"
)

// parseList reads elements separated by commas. What stands between double
// quotes, or in an element that begins with a single one, is one piece, so that
// command="a,b",no-pty are two; quotes around a whole element are taken off.
func parseList(text string) value.Value {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	var items []value.Value
	for _, part := range elements(text) {
		if part = unquoted(strings.TrimSpace(part)); part != "" {
			items = append(items, value.Str(part))
		}
	}
	return value.ListOf(items...)
}

// elements splits at the commas outside of quotes, at each comma where a quote
// has no end.
func elements(text string) []string {
	var parts []string
	start, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'' && strings.TrimSpace(text[start:i]) == "":
			quote = c
		case c == ',':
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	if quote != 0 {
		return strings.Split(text, ",")
	}
	return append(parts, text[start:])
}

// unquoted takes off the quotes around a text.
func unquoted(text string) string {
	last := len(text) - 1
	if last > 0 && (text[0] == '"' || text[0] == '\'') && text[last] == text[0] && !strings.Contains(text[1:last], text[:1]) {
		return text[1:last]
	}
	return text
}

// listText is what a person types for a list of texts. An element that would be
// read as another stands in quotes.
func listText(parts []string) string {
	typed := make([]string, len(parts))
	for i, part := range parts {
		typed[i] = part
		for _, quote := range []string{"", "'", `"`} {
			text := quote + part + quote
			if back := parseList("[" + text + "]").Items(); len(back) == 1 && back[0].Raw() == part {
				typed[i] = text
				break
			}
		}
	}
	return strings.Join(typed, ",")
}
