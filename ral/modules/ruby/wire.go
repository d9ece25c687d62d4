package ruby

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"ralsh/ral/value"
)

// wired is a value as the worker writes it; see worker/wire.rb for the form.
type wired struct{ value.Value }

// maxNesting is the maximum depth of lists and hashes.
const maxNesting = 64

// UnmarshalJSON reads a value. It returns an error if the JSON is not a value.
func (w *wired) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var x any
	if err := dec.Decode(&x); err != nil {
		return err
	}
	var err error
	w.Value, err = fromWire(x, 0)
	return err
}

// MarshalJSON writes the value in the same form.
func (w wired) MarshalJSON() ([]byte, error) { return json.Marshal(toWire(w.Value)) }

var errWire = errors.New("invalid value")

func fromWire(x any, depth int) (value.Value, error) {
	if depth > maxNesting {
		return value.Value{}, fmt.Errorf("a value is nested deeper than %d levels", maxNesting)
	}
	switch x := x.(type) {
	case []any:
		items := make([]value.Value, len(x))
		for i, el := range x {
			var err error
			if items[i], err = fromWire(el, depth+1); err != nil {
				return value.Value{}, err
			}
		}
		return value.ListOf(items...), nil
	case map[string]any:
		for kind, in := range x {
			if len(x) == 1 {
				return special(kind, in, depth)
			}
		}
		return value.Value{}, errWire
	}
	return value.FromPlain(x), nil
}

func special(kind string, in any, depth int) (value.Value, error) {
	text, isText := in.(string)
	switch {
	case kind == "h":
		return hashFrom(in, depth)
	case kind == "s":
		inner, err := fromWire(in, depth+1)
		return value.Secret(inner), err
	case !isText:
	case kind == ":":
		return value.Sym(text), nil
	case kind == "b":
		data, err := base64.StdEncoding.DecodeString(text)
		return value.Str(string(data)), err
	case kind == "i":
		if n, ok := value.IntOf(text); ok {
			return n, nil
		}
	case kind == "f":
		f, err := strconv.ParseFloat(text, 64)
		return value.Flt(f), err
	case kind == "t":
		return value.Str(text), nil
	case kind == "u":
		return value.Unread(text), nil
	}
	return value.Value{}, errWire
}

func hashFrom(in any, depth int) (value.Value, error) {
	list, ok := in.([]any)
	if !ok {
		return value.Value{}, errWire
	}
	pairs := make([]value.Pair, len(list))
	for i, el := range list {
		pair, ok := el.([]any)
		if !ok || len(pair) != 2 {
			return value.Value{}, errWire
		}
		k, err := fromWire(pair[0], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		v, err := fromWire(pair[1], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		pairs[i] = value.Pair{Key: k, Value: v}
	}
	return value.MapOf(pairs...), nil
}

// toWire returns a value in the form that the worker reads.
func toWire(v value.Value) any {
	switch v.Kind() {
	case value.Symbol:
		return map[string]any{":": v.Raw()}
	case value.String:
		return textToWire(v.Raw())
	case value.Integer:
		const safe = 1 << 53
		if n, ok := v.Int(); ok && n > -safe && n < safe {
			return n
		}
		return map[string]any{"i": v.Text()}
	case value.Float:
		f, _ := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return map[string]any{"f": map[bool]string{true: "NaN", false: v.Text()}[math.IsNaN(f)]}
		}
		return f
	case value.Boolean:
		b, _ := v.Bool()
		return b
	case value.List:
		list := make([]any, len(v.Items()))
		for i, el := range v.Items() {
			list[i] = toWire(el)
		}
		return list
	case value.Map:
		pairs := make([]any, len(v.Pairs()))
		for i, p := range v.Pairs() {
			pairs[i] = []any{toWire(p.Key), toWire(p.Value)}
		}
		return map[string]any{"h": pairs}
	case value.Sensitive:
		return map[string]any{"s": toWire(v.Unmark())}
	case value.Reference:
		return textToWire(v.Text())
	}
	return nil
}

func textToWire(text string) any {
	if value.Str(text).Plain() == text {
		return text
	}
	return map[string]any{"b": base64.StdEncoding.EncodeToString([]byte(text))}
}
