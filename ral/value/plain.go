package value

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Plain returns the value for JSON and YAML: symbols and references as strings;
// nil, secrets and unknown values as null.
func (v Value) Plain() any {
	switch v.kind {
	case Integer:
		if v.ptr != nil {
			return json.Number(v.digits())
		}
		return int64(v.num)
	case Float:
		f := math.Float64frombits(v.num)
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return floatText(f)
		}
		return f
	case Boolean:
		return v.num == 1
	case Symbol, String:
		return validText(v.str())
	case Reference:
		return validText(v.Text())
	case List:
		list := make([]any, len(v.items()))
		for i, item := range v.items() {
			list[i] = item.Plain()
		}
		return list
	case Map:
		return plainMap(v.box().pairs)
	}
	return nil
}

func plainMap(pairs []Pair) map[string]any {
	m := make(map[string]any, len(pairs))
	for _, p := range pairs {
		m[validText(p.Key.Text())] = p.Value.Plain()
	}
	return m
}

func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// MarshalJSON encodes Plain.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.Plain()) }

// FromPlain converts a value from a JSON or YAML reader: nil, bool, string, the integer
// and float kinds, []any and map[string]any (sorted by key, because it has no order).
func FromPlain(x any) Value {
	switch x := x.(type) {
	case bool:
		return Bool(x)
	case string:
		return Str(x)
	case int:
		return Int(int64(x))
	case int64:
		return Int(x)
	case uint64:
		return fromNumber(json.Number(strconv.FormatUint(x, 10)))
	case float64:
		return Flt(x)
	case json.Number:
		return fromNumber(x)
	case []string:
		return Strs(x...)
	case []any:
		list := make([]Value, len(x))
		for i, item := range x {
			list[i] = FromPlain(item)
		}
		return ListOf(list...)
	case map[string]any:
		return fromMap(x)
	case Value:
		return x
	}
	return Value{}
}

func fromNumber(n json.Number) Value {
	if v, ok := IntOf(n.String()); ok {
		return v
	}
	f, _ := n.Float64()
	return Flt(f)
}

func fromMap(m map[string]any) Value {
	pairs := make([]Pair, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		pairs = append(pairs, Pair{Str(key), FromPlain(m[key])})
	}
	return MapOf(pairs...)
}

// Lookup returns the value of the string or symbol key name in a map.
func (v Value) Lookup(name string) (Value, bool) {
	for _, p := range v.Pairs() {
		if p.Key.Raw() == name {
			return p.Value, true
		}
	}
	return Value{}, false
}
