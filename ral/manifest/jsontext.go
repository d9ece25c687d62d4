package manifest

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"ralsh/ral/value"
)

func (r *jsonReader) text(at place) (string, error) {
	raw, plain, err := r.quoted(at)
	if err != nil {
		return "", err
	}
	return r.unquoted(at, raw, plain)
}

// quoted reads a string with its quotes. It is plain if it has no escapes.
func (r *jsonReader) quoted(at place) (raw []byte, plain bool, err error) {
	start := r.i
	plain = true
	for r.i++; r.i < len(r.src.data); r.i++ {
		switch c := r.src.data[r.i]; {
		case r.i-start > maxString:
			return nil, false, tooLong(r.src, at)
		case c == '\\':
			plain = false
			r.i++
		case c < 0x20 && len(bytes.TrimSpace(r.src.data[r.i:])) == 0:
			return nil, false, r.cut()
		case c < 0x20:
			return nil, false, r.src.fatal(r.src.place(r.i), "a JSON string contains a control character (%#02x)", c)
		case c == '"':
			raw = r.src.data[start : r.i+1]
			if r.i++; !utf8.Valid(raw) {
				return nil, false, r.src.fatal(at, "this string is not UTF-8")
			}
			return raw, plain, nil
		}
	}
	return nil, false, r.cut()
}

// unquoted returns the text of a string.
func (r *jsonReader) unquoted(at place, raw []byte, plain bool) (text string, err error) {
	if plain {
		return string(raw[1 : len(raw)-1]), nil
	}
	if half := halfSurrogate(raw); half != "" {
		return "", r.src.fatal(at, "%s in this string is half of a character", half)
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", r.src.fatal(at, "this string is invalid JSON: %s", err)
	}
	return text, nil
}

// halfSurrogate returns the first escape of a surrogate without its other half,
// or "" (RFC 8259, 8.2).
func halfSurrogate(raw []byte) string {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		first, ok := escaped(raw[i:])
		if !ok {
			i++
			continue
		}
		text := string(raw[i : i+6])
		if i += 5; !utf16.IsSurrogate(first) {
			continue
		}
		second, _ := escaped(raw[i+1:])
		if utf16.DecodeRune(first, second) == utf8.RuneError {
			return text
		}
		i += 6
	}
	return ""
}

// escaped reads \uXXXX.
func escaped(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}

func tooLong(src *source, at place) error {
	return src.fatal(at, "this string is longer than %d MiB", maxString>>20)
}

func (r *jsonReader) number(at place) (node, error) {
	start := r.i
	for r.i < len(r.src.data) && bytes.IndexByte([]byte("+-.0123456789eE"), r.src.data[r.i]) >= 0 {
		r.i++
	}
	text := r.src.data[start:r.i]
	if len(text) > 400 || !json.Valid(text) {
		return node{}, r.src.fatal(at, "%s is not a JSON number", excerpt(string(text)))
	}
	if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return node{at: at, kind: value.Integer, scalar: value.Int(i)}, nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(f, 0) || !bytes.ContainsAny(text, ".eE") {
		return node{}, r.src.fatal(at, "the number %s does not fit into 64 bits", excerpt(string(text)))
	}
	return node{at: at, kind: value.Float, scalar: value.Flt(f)}, nil
}
