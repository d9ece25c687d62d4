package manifest

import (
	"math"
	"strconv"

	"ralsh/ral/value"
)

// appendCode appends a value in Puppet's syntax, laid out as puppet resource
// does (semantics.md A45), so that it reads back as the same value: where six
// decimals would lose some of a number, it keeps its digits.
func appendCode(b []byte, v value.Value) []byte {
	if v.IsNil() {
		return append(b, "undef"...)
	}
	f, ok := v.Float()
	switch {
	case !ok:
		return v.AppendLiteral(b)
	case math.IsInf(f, 0) || math.IsNaN(f):
		return value.AppendQuote(b, v.Text())
	}
	text := strconv.FormatFloat(f, 'f', 6, 64)
	if back, err := strconv.ParseFloat(text, 64); err != nil || back != f {
		text = v.Text()
	}
	return append(b, text...)
}
