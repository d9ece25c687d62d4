package stored

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"ralsh/ral/value"
)

// minStored is the length above which a string is stored separately and not in
// its line: files, keys, certificates.
const minStored = 1024

// Value converts v for a line. Long strings are passed to keep; nil omits them.
func (red *Redactor) Value(v value.Value, secret bool, keep func([]byte) *String) Value {
	if secret || v.IsSecret() {
		if v = v.Reveal(); !v.IsNil() && !v.IsAbsent() && !v.IsUnknown() {
			return Value{Secret: red.Fingerprint(v.Inspect())}
		}
	}
	switch v.Kind() {
	case value.Symbol:
		return Value{Sym: new(v.Raw())}
	case value.String:
		return red.str(v.Raw(), keep)
	case value.Integer:
		return Value{Int: json.Number(v.Text())}
	case value.Float:
		f, _ := v.Float()
		return Value{Float: strconv.FormatUint(math.Float64bits(f), 16)}
	case value.Boolean:
		b, _ := v.Bool()
		return Value{Bool: &b}
	case value.Reference:
		typ, title, _ := v.Target()
		return Value{Ref: &[2]string{typ, title}}
	case value.Unknown:
		return Value{Unknown: unread(red.Text(v.Reason()))}
	case value.List:
		list := make([]Value, len(v.Items()))
		for i, item := range v.Items() {
			list[i] = red.Value(item, false, keep)
		}
		return Value{List: &list}
	case value.Map:
		pairs := make([][2]Value, len(v.Pairs()))
		for i, p := range v.Pairs() {
			pairs[i] = [2]Value{red.Value(p.Key, false, keep), red.Value(p.Value, false, keep)}
		}
		return Value{Map: &pairs}
	}
	return Value{}
}

func (red *Redactor) str(text string, keep func([]byte) *String) Value {
	switch {
	case red.Holds(text):
		return Value{Secret: red.Fingerprint(value.Str(text).Inspect())}
	case len(text) > minStored:
		return Value{Content: keep([]byte(text))}
	case !utf8.ValidString(text):
		return Value{Bytes: base64.StdEncoding.EncodeToString([]byte(text))}
	}
	return Value{Str: &text}
}

// unread returns a non-empty reason, because an empty reason would mean no value.
func unread(reason string) string {
	if reason == "" {
		return "no reason was given"
	}
	return reason
}
