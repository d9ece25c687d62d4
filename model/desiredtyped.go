package model

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// typedText is the text by which a person would want a value, or why there is
// none, and for which element of a list: -1 is the whole.
func typedText(a *ral.Attribute, v value.Value) (text string, at int, why string) {
	parts, at := plainParts(v)
	if at >= 0 {
		if v.Kind() != value.List {
			at = -1
		}
		return "", at, "a draft holds a text or a list of texts, no map and no list in a list"
	}
	text = strings.Join(parts, ",")
	if a.IsList {
		text = listText(parts)
	}
	if v.Kind() == value.List && len(parts) == 0 {
		text = "[]"
	}
	if text == "" {
		return "", -1, "a draft cannot want an empty text: take the line out"
	}
	back, _ := plainParts(ParseText(a, text).Reveal())
	switch at := differs(parts, back); {
	case at < 0:
		return text, -1, ""
	case a.IsList:
		return "", at, "a draft cannot hold an empty element"
	}
	return "", -1, "it takes one value, not a list"
}

// plainParts are the texts of a value, one for each element of a list; bad is the
// first element that has none, -1 if all do.
func plainParts(v value.Value) (parts []string, bad int) {
	for i, item := range v.Elements() {
		if k := item.Kind(); k == value.List || k == value.Map {
			return nil, i
		}
		parts = append(parts, item.Text())
	}
	return parts, -1
}

// differs is the first element in which two lists differ, -1 for none.
func differs(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return min(i, max(0, len(a)-1))
		}
	}
	return -1
}

// elementOf is the place of an element of the attribute at a place; where it is
// not known, and for the whole, that of the attribute.
func elementOf(elements map[string][]string, attr string, at int) string {
	if list := elements[attr]; at >= 0 && at < len(list) {
		return list[at]
	}
	return attr
}
