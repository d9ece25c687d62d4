package notation

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Parse converts a typed text to a value. A list attribute accepts several
// values separated by commas outside of quotes, and "[]" for the empty list. A map is
// written as in Puppet or in JSON, if the attribute can hold a map. All other
// texts are strings, which the type munges.
func Parse(a *ral.Attribute, text string) value.Value {
	v, isMap := parseMap(a, text)
	switch {
	case isMap:
	case a.IsList && a.Kind == ral.Meta:
		v = ParseRefs(text)
	case a.IsList:
		v = parseList(text)
	default:
		v = value.Str(text)
	}
	if a.Sensitive {
		return value.Secret(v)
	}
	return v
}

// Typed returns the text that a user would type for a value: the initial text
// of a field's editor.
func Typed(a *ral.Attribute, v value.Value) string {
	if v.IsNil() || v.IsUnknown() || a.Sensitive || v.IsSecret() {
		return ""
	}
	items := v.Items()
	switch {
	case a.IsMap && nested(v):
		return mapText(v)
	case v.Kind() != value.List:
		return v.Text()
	}
	if len(items) == 0 {
		return "[]"
	}
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = item.Text()
	}
	return listText(parts)
}

// Exact returns the text that a user would type for a value. If no text
// represents the value, it returns why, and the index of the list element, -1
// for the whole value.
func Exact(a *ral.Attribute, v value.Value) (text string, at int, why string) {
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
	back, _ := plainParts(Parse(a, text).Reveal())
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

// quotedTitle matches a quoted title at the end of a reference.
var quotedTitle = lazyre.New(`\[\s*['"](.*)['"]\s*\]$`)

// ParseRefs splits references: "Package[nginx], File[/a,b]". A comma inside
// brackets belongs to a title, and a title may be quoted. All other words remain
// texts, which the type rejects.
func ParseRefs(text string) value.Value {
	var items []value.Value
	for {
		from := strings.IndexFunc(text, func(r rune) bool { return !separates(r) })
		if from < 0 {
			return value.ListOf(items...)
		}
		ref, rest := cutRef(text[from:])
		if strings.ContainsAny(ref, `'"`) {
			ref = quotedTitle.ReplaceAllString(ref, "[$1]")
		}
		items, text = append(items, value.Str(ref)), rest
	}
}

// separates reports whether a character ends a word.
func separates(r rune) bool { return strings.ContainsRune(", \t\n\f\r[]", r) }

// cutRef returns the reference or the word at the start of text, and the rest.
func cutRef(text string) (ref, rest string) {
	end := strings.IndexFunc(text, separates)
	if end < 0 {
		return text, ""
	}
	if text[end] == '[' {
		if title := strings.IndexByte(text[end:], ']'); title > 0 {
			end += title + 1
		}
	}
	return text[:end], text[end:]
}
