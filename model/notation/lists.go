package notation

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// parseList splits a text at commas. Text in double quotes, or in an element
// that begins with a single quote, is not split, so that command="a,b",no-pty
// has two elements. Quotes around a whole element are removed.
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

// elements splits at commas outside of quotes. An unterminated quote does not
// quote.
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

// unquoted removes the quotes around a text. In double quotes, \" is a quote
// and \\ a backslash, if all quotes and backslashes in the text are written so.
func unquoted(text string) string {
	last := len(text) - 1
	if last < 1 || text[0] != text[last] {
		return text
	}
	inner := text[1:last]
	switch {
	case text[0] == '\'' && !strings.Contains(inner, "'"):
		return inner
	case text[0] != '"':
		return text
	case !strings.ContainsAny(strings.NewReplacer(`\\`, "", `\"`, "").Replace(inner), `"\`):
		return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(inner)
	case !strings.Contains(inner, `"`):
		return inner
	}
	return text
}

func escaped(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// listText returns the text that a user would type for a list of non-empty
// elements. An element is quoted if it would otherwise be parsed differently.
func listText(parts []string) string {
	typed, strict := make([]string, len(parts)), make([]string, len(parts))
	for i, part := range parts {
		typed[i], strict[i] = part, part
		for _, text := range []string{part, "'" + part + "'", escaped(part)} {
			if isList("["+text+"]", part) {
				typed[i] = text
				break
			}
		}
		if strings.ContainsAny(part, `'",[]`) || strings.TrimSpace(part) != part {
			strict[i] = escaped(part)
		}
	}
	if text := strings.Join(typed, ","); isList(text, parts...) {
		return text
	}
	return strings.Join(strict, ",") // quotes of two elements would combine
}

// isList reports whether a text is parsed into these elements.
func isList(text string, parts ...string) bool {
	return slices.EqualFunc(parseList(text).Items(), parts, func(v value.Value, part string) bool { return v.Raw() == part })
}

// parseMap parses a typed map, or a list with a map in it. ok is false for any
// other text.
func parseMap(a *ral.Attribute, text string) (v value.Value, ok bool) {
	if start := strings.TrimSpace(text); !a.IsMap || !strings.HasPrefix(start, "{") && !strings.HasPrefix(start, "[") {
		return v, false
	}
	v, err := manifest.ParseValue(text)
	return v, err == nil && nested(v)
}

// nested reports whether a value is a map, or a list with a map or a list.
func nested(v value.Value) bool {
	_, bad := plainParts(v)
	return bad >= 0
}

// mapText returns the text that a user would type for a value in a map: a line of
// Puppet code.
func mapText(v value.Value) string {
	var parts []string
	switch v.Kind() {
	case value.Map:
		for _, p := range v.Pairs() {
			parts = append(parts, mapText(p.Key)+" => "+mapText(p.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case value.List:
		for _, item := range v.Items() {
			parts = append(parts, mapText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.Literal()
}
