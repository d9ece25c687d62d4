package vectors

import (
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Encode returns the tagged form of a value, built from the types that encoding/json
// produces: maps, slices, strings, numbers, bool.
func Encode(v value.Value) any {
	switch v.Kind() {
	case value.Nil:
		return map[string]any{"kind": "nil"}
	case value.Symbol:
		return tag("symbol", v.Raw())
	case value.String:
		if !utf8.ValidString(v.Raw()) {
			return tag("bytes", hex.EncodeToString([]byte(v.Raw())))
		}
		return tag("string", v.Raw())
	case value.Integer:
		return tag("integer", json.Number(v.Text()))
	case value.Float:
		f, _ := v.Float()
		return tag("float", f)
	case value.Boolean:
		b, _ := v.Bool()
		return tag("boolean", b)
	case value.List:
		return tag("array", encodeAll(v.Items()))
	case value.Map:
		pairs := []any{}
		for _, p := range v.Pairs() {
			pairs = append(pairs, []any{Encode(p.Key), Encode(p.Value)})
		}
		return tag("hash", pairs)
	case value.Reference:
		typ, title, _ := v.Target()
		return tag("resource", ral.Capitalise(typ)+"["+title+"]")
	case value.Sensitive:
		return tag("sensitive", Encode(v.Reveal()))
	}
	return tag("unknown", v.Reason())
}

func tag(kind string, x any) any { return map[string]any{"kind": kind, "value": x} }

func encodeAll(items []value.Value) []any {
	list := []any{}
	for _, item := range items {
		list = append(list, Encode(item))
	}
	return list
}

// MarshalJSON writes the tagged form.
func (t Tagged) MarshalJSON() ([]byte, error) {
	if t.IsPattern {
		return json.Marshal(tag("regex", t.Pattern))
	}
	return json.Marshal(Encode(t.Value))
}
