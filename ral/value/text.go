package value

import (
	"math"
	"strconv"
	"strings"
)

// Inspect returns the value as in messages: strings in double quotes, symbols
// with a colon (semantics.md A6).
func (v Value) Inspect() string {
	switch v.kind {
	case Nil:
		return "nil"
	case Symbol:
		if plainSymbol(v.str()) {
			return ":" + v.str()
		}
		return ":" + quoteDouble(v.str(), false)
	case String:
		return quoteDouble(v.str(), false)
	case List:
		parts := make([]string, len(v.items()))
		for i, item := range v.items() {
			parts[i] = item.Inspect()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		parts := make([]string, len(v.box().pairs))
		for i, p := range v.box().pairs {
			parts[i] = p.Key.Inspect() + "=>" + p.Value.Inspect()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Text()
}

func plainSymbol(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') && !(i == len(s)-1 && i > 0 && (r == '?' || r == '!' || r == '=')) {
			return false
		}
	}
	return s != ""
}

// Literal returns the value in the Puppet language, as is and should are
// displayed (semantics.md A45): 'text', 5, ['a', 1]. A secret is [redacted].
func (v Value) Literal() string {
	if v.kind == Float {
		return strconv.FormatFloat(math.Float64frombits(v.num), 'f', 6, 64)
	}
	var b strings.Builder
	v.literal(&b, 0, false)
	return b.String()
}

func (v Value) literal(b *strings.Builder, depth int, inside bool) {
	switch v.kind {
	case Nil:
		if inside {
			b.WriteString("undef")
		}
	case Symbol, String:
		switch {
		case v.kind == Symbol && v.str() == "undef":
			if inside {
				b.WriteString("undef")
			}
		case v.kind == Symbol && v.str() == "default":
			b.WriteString("default")
		default:
			b.WriteString(Quote(v.str()))
		}
	case Reference:
		b.WriteString(Capitalise(v.refType()) + "[" + Quote(v.refTitle()) + "]")
	case Float:
		b.WriteString(floatText(math.Float64frombits(v.num)))
	case List:
		v.literalList(b, depth)
	case Map:
		v.literalMap(b, depth)
	default:
		b.WriteString(v.Text())
	}
}

func (v Value) literalList(b *strings.Builder, depth int) {
	items := v.items()
	b.WriteByte('[')
	for i, item := range items {
		breaks := nests(item) || i > 0 && nests(items[i-1])
		switch {
		case i > 0 && breaks:
			b.WriteByte(',')
		case i > 0:
			b.WriteString(", ")
		}
		if breaks {
			b.WriteString("\n" + strings.Repeat("  ", depth+1))
		}
		item.literal(b, depth+1, true)
	}
	b.WriteByte(']')
}

func (v Value) literalMap(b *strings.Builder, depth int) {
	if len(v.box().pairs) == 0 {
		b.WriteString("{\n\n" + strings.Repeat("  ", depth) + "}")
		return
	}
	b.WriteByte('{')
	for i, p := range v.box().pairs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + strings.Repeat("  ", depth+1))
		p.Key.literal(b, depth+1, true)
		b.WriteString(" => ")
		p.Value.literal(b, depth+1, true)
	}
	b.WriteString("\n" + strings.Repeat("  ", depth) + "}")
}

func nests(v Value) bool { return v.kind == List || v.kind == Map }

// floatText formats a float like Ruby: 5.0, 1.0e-07; it uses an exponent below
// 1e-4 and from 1e16 on (semantics.md A45).
func floatText(f float64) string {
	abs := math.Abs(f)
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case math.IsNaN(f):
		return "NaN"
	case abs != 0 && (abs < 1e-4 || abs >= 1e16):
		text := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exp, _ := strings.Cut(text, "e")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		return mantissa + "e" + exp
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}
