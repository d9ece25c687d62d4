package value

import (
	"maps"
	"slices"
)

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
