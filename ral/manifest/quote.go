package manifest

import (
	"math"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// appendCode appends a value in Puppet's syntax, laid out as puppet resource
// does (semantics.md A45), so that it reads back as the same value. Where
// Puppet's own text would not, ours differs: a backslash before a backslash, a
// quote or the end is escaped, and a small number keeps its digits.
func appendCode(b []byte, v value.Value) []byte {
	if f, ok := v.Float(); ok {
		text := strconv.FormatFloat(f, 'f', 6, 64)
		if back, err := strconv.ParseFloat(text, 64); err == nil && back == f {
			return append(b, text...)
		}
	}
	return code(b, v, 0)
}

func code(b []byte, v value.Value, depth int) []byte {
	switch v.Kind() {
	case value.Nil:
		return append(b, "undef"...)
	case value.List:
		return codeList(b, v.Items(), depth)
	case value.Map:
		return codeMap(b, v.Pairs(), depth)
	case value.Integer, value.Boolean:
		return append(b, v.Text()...)
	case value.Reference:
		typ, title, _ := v.Target()
		return append(appendQuote(append(b, ral.Capitalise(typ)+"["...), title), ']')
	case value.Float:
		if f, _ := v.Float(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return append(b, v.Text()...)
		}
	}
	return appendQuote(b, v.Text())
}

func codeList(b []byte, items []value.Value, depth int) []byte {
	b = append(b, '[')
	for i, item := range items {
		breaks := nests(item) || i > 0 && nests(items[i-1])
		switch {
		case i > 0 && breaks:
			b = append(b, ',')
		case i > 0:
			b = append(b, ", "...)
		}
		if breaks {
			b = newLine(b, depth+1)
		}
		b = code(b, item, depth+1)
	}
	if len(items) > 0 && nests(items[len(items)-1]) {
		b = newLine(b, depth)
	}
	return append(b, ']')
}

func codeMap(b []byte, pairs []value.Pair, depth int) []byte {
	b = append(b, '{')
	for i, p := range pairs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(code(newLine(b, depth+1), p.Key, depth+1), " => "...)
		b = code(b, p.Value, depth+1)
	}
	return append(newLine(b, depth), '}')
}

func nests(v value.Value) bool { return v.Kind() == value.List || v.Kind() == value.Map }

func newLine(b []byte, depth int) []byte {
	return append(append(b, '\n'), strings.Repeat("  ", depth)...)
}

// appendQuote appends a string: in double quotes when it holds control
// characters, else in single ones.
func appendQuote(b []byte, s string) []byte {
	plain := true
	for i := range len(s) {
		if s[i] < 0x20 || s[i] == 0x7f {
			return value.AppendQuote(b, s)
		}
		plain = plain && s[i] != '\\'
	}
	if plain {
		return value.AppendQuote(b, s)
	}
	b = append(b, '\'')
	for i := range len(s) {
		c := s[i]
		if c == '\'' || c == '\\' && (i+1 == len(s) || s[i+1] == '\\' || s[i+1] == '\'') {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return append(b, '\'')
}
