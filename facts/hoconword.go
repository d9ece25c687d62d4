package facts

import (
	"encoding/json"
	"strings"

	"ralsh/ral/value"
)

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
