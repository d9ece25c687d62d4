package vectors

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"ralsh/ral/value"
)

// Tagged is a value in the form of the vectors: {"kind": ..., "value": ...}. Regular
// expressions are not values of ral, so their source is in Pattern.
type Tagged struct {
	value.Value
	Pattern   string
	IsPattern bool
	list      []Tagged // elements of an array
}

// Patterns returns the sources of a regular expression or of a list of them.
func (t Tagged) Patterns() []string {
	if t.IsPattern {
		return []string{t.Pattern}
	}
	var sources []string
	for _, el := range t.list {
		sources = append(sources, el.Patterns()...)
	}
	return sources
}

// UnmarshalJSON parses the tagged form.
func (t *Tagged) UnmarshalJSON(data []byte) error {
	var raw struct {
		Kind  string
		Value json.RawMessage
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("tagged value %s: %w", data, err)
	}
	if raw.Kind == "array" {
		if err := json.Unmarshal(raw.Value, &t.list); err != nil {
			return err
		}
	}
	v, err := decode(raw.Kind, raw.Value)
	if raw.Kind == "regex" {
		t.Pattern, t.IsPattern = v.Text(), true
		v = value.Value{}
	}
	t.Value = v
	return err
}

func decode(kind string, data json.RawMessage) (value.Value, error) {
	switch kind {
	case "nil":
		return value.Value{}, nil
	case "integer", "float":
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		var n json.Number
		err := dec.Decode(&n)
		if kind == "float" {
			f, ferr := n.Float64()
			return value.Flt(f), ferr
		}
		return value.FromPlain(n), err
	case "boolean":
		var b bool
		err := json.Unmarshal(data, &b)
		return value.Bool(b), err
	case "array":
		return decodeList(data)
	case "hash":
		return decodeMap(data)
	case "sensitive":
		var inner Tagged
		err := json.Unmarshal(data, &inner)
		return value.Secret(inner.Value), err
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return value.Value{}, err
	}
	return decodeText(kind, text)
}

func decodeText(kind, text string) (value.Value, error) {
	switch kind {
	case "string", "regex":
		return value.Str(text), nil
	case "symbol":
		return value.Sym(text), nil
	case "bytes":
		raw, err := hex.DecodeString(text)
		return value.Str(string(raw)), err
	case "resource":
		typ, title, ok := strings.Cut(strings.TrimSuffix(text, "]"), "[")
		if !ok {
			return value.Value{}, fmt.Errorf("no reference: %s", text)
		}
		return value.Ref(strings.ToLower(typ), title), nil
	}
	return value.Value{}, fmt.Errorf("no kind of value is called %s", kind)
}

func decodeList(data json.RawMessage) (value.Value, error) {
	var list []Tagged
	err := json.Unmarshal(data, &list)
	items := make([]value.Value, len(list))
	for i, el := range list {
		items[i] = el.Value
	}
	return value.ListOf(items...), err
}

func decodeMap(data json.RawMessage) (value.Value, error) {
	var list [][2]Tagged
	err := json.Unmarshal(data, &list)
	pairs := make([]value.Pair, len(list))
	for i, p := range list {
		pairs[i] = value.Pair{Key: p[0].Value, Value: p[1].Value}
	}
	return value.MapOf(pairs...), err
}
