package model

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// typedText returns the text that a user would type for a value. If no text
// represents the value, it returns why, and the index of the list element, -1
// for the whole value.
func typedText(a *ral.Attribute, v value.Value) (text string, at int, why string) {
	parts, at := plainParts(v)
	if at >= 0 && a.IsMap {
		return mapText(v), -1, ""
	}
	if at >= 0 {
		if v.Kind() != value.List {
			at = -1
		}
		return "", at, "a draft cannot hold a map or a nested list, only a text or a list of texts"
	}
	text = strings.Join(parts, ",")
	if a.IsList {
		text = listText(parts)
	}
	if v.Kind() == value.List && len(parts) == 0 {
		text = "[]"
	}
	if text == "" {
		return "", -1, "a draft cannot hold an empty text: remove the line"
	}
	back, _ := plainParts(ParseText(a, text).Reveal())
	switch at := differs(parts, back); {
	case at < 0:
		return text, -1, ""
	case a.IsList:
		return "", at, "a draft cannot hold an empty element"
	}
	return "", -1, "the attribute takes a single value, not a list"
}

// plainParts returns the texts of the elements of a value. bad is the index of
// the first element without a text, or -1.
func plainParts(v value.Value) (parts []string, bad int) {
	for i, item := range v.Elements() {
		if k := item.Kind(); k == value.List || k == value.Map {
			return nil, i
		}
		parts = append(parts, item.Text())
	}
	return parts, -1
}

// differs returns the index of the first difference between two lists, or -1.
func differs(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return min(i, max(0, len(a)-1))
		}
	}
	return -1
}

// elementOf returns the position of the element with index at, or that of the
// attribute if it is unknown or at is -1.
func elementOf(elements map[string][]string, attr string, at int) string {
	if list := elements[attr]; at >= 0 && at < len(list) {
		return list[at]
	}
	return attr
}
