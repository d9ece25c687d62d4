package datafile

import (
	"encoding/json"
	"fmt"
	"strings"

	"ralsh/ral/value"
)

// maxHOCONDepth is the maximum nesting of objects and lists.
const maxHOCONDepth = 100

// HOCON parses the format of facter.conf (HOCON, "Human-Optimized Config Object
// Notation") as far as facter.conf uses it: JSON, comments, unquoted names, = instead of
// :, line ends instead of commas, dotted paths, merged objects, unquoted strings. Every
// scalar is a string. Substitutions, includes and triple-quoted strings are rejected by
// name.
func HOCON(text string) (value.Value, error) {
	if err := CheckText(text); err != nil {
		return value.Value{}, err
	}
	h := &hocon{text: strings.TrimPrefix(text, "\uFEFF")}
	h.blank(true)
	braces := h.take('{')
	v, err := h.object(0, braces)
	if err == nil {
		h.blank(true)
		if h.at < len(h.text) {
			err = h.fault("unexpected text after the end: %q", h.text[h.at])
		}
	}
	return v, err
}

type hocon struct {
	text string
	at   int
}

func (h *hocon) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", 1+strings.Count(h.text[:h.at], "\n"), fmt.Sprintf(format, args...))
}

func (h *hocon) peek() byte {
	if h.at < len(h.text) {
		return h.text[h.at]
	}
	return 0
}

func (h *hocon) take(b byte) bool {
	if h.at < len(h.text) && h.text[h.at] == b {
		h.at++
		return true
	}
	return false
}

// blank skips space and comments, if lines is set also line ends and commas,
// and reports whether there was a line end or comma.
func (h *hocon) blank(lines bool) (ended bool) {
	for h.at < len(h.text) {
		rest := h.text[h.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			h.at++
		case rest[0] == '#' || strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			h.at += end
		case lines && (rest[0] == '\n' || rest[0] == ','):
			h.at++
			ended = true
		default:
			return ended
		}
	}
	return true
}

// object reads the fields up to the closing brace, or to the end.
func (h *hocon) object(depth int, braces bool) (value.Value, error) {
	v := value.MapOf()
	if depth > maxHOCONDepth {
		return v, h.fault("nested deeper than %d levels", maxHOCONDepth)
	}
	for {
		h.blank(true)
		switch {
		case h.at >= len(h.text) && !braces:
			return v, nil
		case h.at >= len(h.text):
			return v, h.fault("a } is missing")
		case braces && h.take('}'):
			return v, nil
		}
		if rest, ok := strings.CutPrefix(h.text[h.at:], "include"); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`) {
			return v, h.fault("include is not supported")
		}
		path, err := h.path()
		if err != nil {
			return v, err
		}
		field, err := h.field(depth)
		if err != nil {
			return v, err
		}
		for i := len(path) - 1; i >= 0; i-- {
			field = value.MapOf(value.Pair{Key: value.Str(path[i]), Value: field})
		}
		v = merged(v, field)
		if !h.blank(true) && h.peek() != '}' {
			return v, h.fault("a line end or a comma is missing before %q", h.peek())
		}
	}
}

// path reads a name, or several separated by dots.
func (h *hocon) path() ([]string, error) {
	var path []string
	for {
		name, _, err := h.word(".:={}[]\n,+")
		if err != nil {
			return nil, err
		}
		if name == "" {
			return nil, h.fault("a name is missing before %q", h.peek())
		}
		if path = append(path, name); len(path) > maxHOCONDepth {
			return nil, h.fault("nested deeper than %d levels", maxHOCONDepth)
		}
		if !h.take('.') {
			break
		}
	}
	return path, nil
}

func (h *hocon) field(depth int) (value.Value, error) {
	h.blank(false)
	if h.peek() == '{' {
		return h.value(depth + 1)
	}
	if !h.take(':') && !h.take('=') {
		return value.Value{}, h.fault("a : or = is missing")
	}
	for h.blank(false); h.take('\n'); h.blank(false) {
	}
	return h.value(depth + 1)
}

func (h *hocon) value(depth int) (value.Value, error) {
	switch {
	case h.take('{'):
		return h.object(depth, true)
	case h.take('['):
		return h.list(depth)
	}
	text, quoted, err := h.word(":={}[]\n,+")
	if err == nil && text == "" && !quoted {
		err = h.fault("a value is missing")
	}
	if text == "null" && !quoted {
		return value.Value{}, err
	}
	return value.Str(text), err
}

func (h *hocon) list(depth int) (value.Value, error) {
	if depth > maxHOCONDepth {
		return value.Value{}, h.fault("nested deeper than %d levels", maxHOCONDepth)
	}
	var items []value.Value
	for {
		h.blank(true)
		if h.at >= len(h.text) {
			return value.Value{}, h.fault("a ] is missing")
		}
		if h.take(']') {
			return value.ListOf(items...), nil
		}
		item, err := h.value(depth + 1)
		if err != nil {
			return item, err
		}
		items = append(items, item)
		if !h.blank(true) && h.peek() != ']' {
			return item, h.fault("a line end or a comma is missing before %q", h.peek())
		}
	}
}

// word reads a string, quoted or not. An unquoted string ends before a character of end,
// a comment or the line end; surrounding space is removed.
func (h *hocon) word(end string) (text string, quoted bool, err error) {
	h.blank(false)
	if h.peek() == '"' {
		text, err = h.quoted()
		h.blank(false)
		return text, true, err
	}
	from := h.at
	for h.at < len(h.text) && !strings.ContainsRune(end, rune(h.text[h.at])) {
		rest := h.text[h.at:]
		if rest[0] == '#' || strings.HasPrefix(rest, "//") {
			break
		}
		if strings.ContainsRune("$\"`^?!@*&\\", rune(rest[0])) && (rest[0] != '*' && rest[0] != '?') {
			return "", false, h.fault("%q must be in quotes", rest[0])
		}
		h.at++
	}
	return strings.TrimSpace(h.text[from:h.at]), false, nil
}

// quoted reads a JSON string.
func (h *hocon) quoted() (string, error) {
	if strings.HasPrefix(h.text[h.at:], `"""`) {
		return "", h.fault("text in triple quotes is not supported")
	}
	for end := h.at + 1; end < len(h.text); end++ {
		switch h.text[end] {
		case '\\':
			end++
		case '\n':
			return "", h.fault("a quote is not closed")
		case '"':
			var text string
			if err := json.Unmarshal([]byte(h.text[h.at:end+1]), &text); err != nil {
				return "", h.fault("invalid string: %s", h.text[h.at:end+1])
			}
			h.at = end + 1
			return text, nil
		}
	}
	return "", h.fault("a quote is not closed")
}

// merged merges two objects; the later value wins unless both are objects.
func merged(a, b value.Value) value.Value {
	if a.Kind() != value.Map || b.Kind() != value.Map {
		return b
	}
	pairs := append([]value.Pair{}, a.Pairs()...)
next:
	for _, p := range b.Pairs() {
		for i := range pairs {
			if pairs[i].Key.Text() == p.Key.Text() {
				pairs[i].Value = merged(pairs[i].Value, p.Value)
				continue next
			}
		}
		pairs = append(pairs, p)
	}
	return value.MapOf(pairs...)
}
