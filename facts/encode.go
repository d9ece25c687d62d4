package facts

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"

	"ralsh/ral/value"
)

// encode encodes a value for decode: [KIND, CONTENT].
func encode(v value.Value) json.RawMessage {
	data, err := json.Marshal(tagged(v))
	if err != nil {
		return json.RawMessage("[]")
	}
	return data
}

func tagged(v value.Value) []any {
	switch v.Kind() {
	case value.Integer, value.Float, value.Boolean, value.Symbol, value.String:
		return []any{v.Kind().String(), v.Text()}
	case value.List:
		items := []any{}
		for _, item := range v.Items() {
			items = append(items, tagged(item))
		}
		return []any{"list", items}
	case value.Map:
		pairs := []any{}
		for _, p := range v.Pairs() {
			pairs = append(pairs, []any{tagged(p.Key), tagged(p.Value)})
		}
		return []any{"map", pairs}
	}
	return []any{"nil", nil}
}

var errKept = errors.New("the cached value is unreadable")

func decode(data json.RawMessage) (value.Value, error) {
	var parts []json.RawMessage
	var kind string
	if json.Unmarshal(data, &parts) != nil || len(parts) != 2 || json.Unmarshal(parts[0], &kind) != nil {
		return value.Value{}, errKept
	}
	switch kind {
	case "nil":
		return value.Value{}, nil
	case "list":
		var items []json.RawMessage
		if json.Unmarshal(parts[1], &items) != nil {
			return value.Value{}, errKept
		}
		return decodeList(items)
	case "map":
		var pairs [][2]json.RawMessage
		if json.Unmarshal(parts[1], &pairs) != nil {
			return value.Value{}, errKept
		}
		return decodeMap(pairs)
	}
	var text string
	if json.Unmarshal(parts[1], &text) != nil {
		return value.Value{}, errKept
	}
	return scalarOf(kind, text)
}

func decodeList(items []json.RawMessage) (value.Value, error) {
	list := make([]value.Value, len(items))
	for i, item := range items {
		var err error
		if list[i], err = decode(item); err != nil {
			return value.Value{}, err
		}
	}
	return value.ListOf(list...), nil
}

func decodeMap(pairs [][2]json.RawMessage) (value.Value, error) {
	list := make([]value.Pair, len(pairs))
	for i, p := range pairs {
		k, err := decode(p[0])
		v, err2 := decode(p[1])
		if err := cmp.Or(err, err2); err != nil {
			return value.Value{}, err
		}
		list[i] = value.Pair{Key: k, Value: v}
	}
	return value.MapOf(list...), nil
}

func scalarOf(kind, text string) (value.Value, error) {
	switch kind {
	case "string":
		return value.Str(text), nil
	case "symbol":
		return value.Sym(text), nil
	case "boolean":
		return value.Bool(text == "true"), nil
	case "integer":
		n, err := strconv.ParseInt(text, 10, 64)
		return value.Int(n), err
	case "float":
		n, err := strconv.ParseFloat(text, 64)
		return value.Flt(n), err
	}
	return value.Value{}, errKept
}
