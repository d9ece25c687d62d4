package model

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

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
