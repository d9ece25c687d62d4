package journal

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

// val converts v for a line. Long strings are passed to keep; nil omits them.
func (red *redactor) val(v value.Value, secret bool, keep func([]byte) *StoredString) Val {
	if secret || v.IsSecret() {
		if v = v.Reveal(); !v.IsNil() && !v.IsAbsent() && !v.IsUnknown() {
			return Val{Secret: red.fingerprint(v.Inspect())}
		}
	}
	switch v.Kind() {
	case value.Symbol:
		return Val{Sym: new(v.Raw())}
	case value.String:
		return red.str(v.Raw(), keep)
	case value.Integer:
		return Val{Int: json.Number(v.Text())}
	case value.Float:
		f, _ := v.Float()
		return Val{Float: strconv.FormatUint(math.Float64bits(f), 16)}
	case value.Boolean:
		b, _ := v.Bool()
		return Val{Bool: &b}
	case value.Reference:
		typ, title, _ := v.Target()
		return Val{Ref: &[2]string{typ, title}}
	case value.Unknown:
		return Val{Unknown: unread(red.Text(v.Reason()))}
	case value.List:
		list := make([]Val, len(v.Items()))
		for i, item := range v.Items() {
			list[i] = red.val(item, false, keep)
		}
		return Val{List: &list}
	case value.Map:
		pairs := make([][2]Val, len(v.Pairs()))
		for i, p := range v.Pairs() {
			pairs[i] = [2]Val{red.val(p.Key, false, keep), red.val(p.Value, false, keep)}
		}
		return Val{Map: &pairs}
	}
	return Val{}
}

func (red *redactor) str(text string, keep func([]byte) *StoredString) Val {
	switch {
	case red.Holds(text):
		return Val{Secret: red.fingerprint(value.Str(text).Inspect())}
	case len(text) > minStored:
		return Val{Content: keep([]byte(text))}
	case !utf8.ValidString(text):
		return Val{Bytes: base64.StdEncoding.EncodeToString([]byte(text))}
	}
	return Val{Str: &text}
}

// unread returns a non-empty reason, because an empty reason would mean no value.
func unread(reason string) string {
	if reason == "" {
		return "no reason was given"
	}
	return reason
}
