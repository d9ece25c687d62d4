package convert

import (
	"fmt"
	"math/big"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral"
	"ralsh/ral/value"
)

type syntaxToken = syntax.Token

const (
	equal    = syntax.EQL
	notEqual = syntax.NEQ
)

// FromValue converts a value to Starlark. Lists and maps are copied.
func FromValue(v value.Value) starlark.Value {
	switch v.Kind() {
	case value.Nil:
		return starlark.None
	case value.String:
		return starlark.String(v.Raw())
	case value.Integer:
		n, ok := v.Int()
		if !ok {
			big, _ := new(big.Int).SetString(v.Text(), 10)
			return starlark.MakeBigInt(big)
		}
		return starlark.MakeInt64(n)
	case value.Float:
		f, _ := v.Float()
		return starlark.Float(f)
	case value.Boolean:
		b, _ := v.Bool()
		return starlark.Bool(b)
	case value.List:
		return fromList(v.Items())
	case value.Map:
		dict := starlark.NewDict(len(v.Pairs()))
		for _, p := range v.Pairs() {
			// A key that is not hashable in Starlark, a list, becomes its text.
			if err := dict.SetKey(FromValue(p.Key), FromValue(p.Value)); err != nil {
				_ = dict.SetKey(starlark.String(p.Key.Text()), FromValue(p.Value))
			}
		}
		return dict
	}
	return Special{v}
}

// FromAttr converts a value of an attribute to Starlark. If the type declares
// the attribute as sensitive, the value is a secret, which the module reveals
// in acts. A value that only the declaration marks is converted as usual.
func FromAttr(a *ral.Attribute, v value.Value) starlark.Value {
	if a != nil && a.Sensitive && !v.IsNil() && !v.IsAbsent() && !v.IsUnknown() {
		v = value.Secret(v)
	}
	return FromValue(v)
}

func fromList(items []value.Value) *starlark.List {
	list := make([]starlark.Value, len(items))
	for i, item := range items {
		list[i] = FromValue(item)
	}
	return starlark.NewList(list)
}

// MaxDepth is the maximum nesting of lists.
const MaxDepth = 64

// ToValue reverses FromValue. It returns an error for other types, such as a function or
// a pattern.
func ToValue(x starlark.Value) (value.Value, error) { return toValueAt(x, 0) }

func toValueAt(x starlark.Value, depth int) (value.Value, error) {
	if depth > MaxDepth {
		return value.Value{}, fmt.Errorf("a value is nested deeper than %d levels", MaxDepth)
	}
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return value.Value{}, nil
	case starlark.Bool:
		return value.Bool(bool(x)), nil
	case starlark.String:
		return value.Str(string(x)), nil
	case starlark.Bytes:
		return value.Str(string(x)), nil
	case starlark.Float:
		return value.Flt(float64(x)), nil
	case starlark.Int:
		n, _ := value.IntOf(x.String())
		return n, nil
	case Special:
		return x.v, nil
	case *starlark.Dict:
		return toMap(x, depth)
	case *starlark.List, starlark.Tuple, *starlark.Set:
		return toList(x.(starlark.Sequence), depth)
	}
	return value.Value{}, fmt.Errorf("%s cannot be the value of an attribute", Article(x.Type()))
}

func toMap(x *starlark.Dict, depth int) (value.Value, error) {
	pairs := make([]value.Pair, 0, x.Len())
	for _, item := range x.Items() {
		k, err := toValueAt(item[0], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		v, err := toValueAt(item[1], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		pairs = append(pairs, value.Pair{Key: k, Value: v})
	}
	return value.MapOf(pairs...), nil
}

func toList(x starlark.Sequence, depth int) (value.Value, error) {
	items := make([]value.Value, 0, x.Len())
	for el := range starlark.Elements(x) {
		v, err := toValueAt(el, depth+1)
		if err != nil {
			return value.Value{}, err
		}
		items = append(items, v)
	}
	return value.ListOf(items...), nil
}

// Texts unpacks a string or a list of strings.
type Texts []string

// Unpack implements starlark.Unpacker.
func (ts *Texts) Unpack(x starlark.Value) error {
	v, err := ToValue(x)
	if err != nil {
		return err
	}
	for _, el := range v.Elements() {
		*ts = append(*ts, el.Text())
	}
	return nil
}

// List unpacks a list of results of a builtin.
type List[T starlark.Value] struct {
	Items []T
	Want  string
}

// Unpack implements starlark.Unpacker.
func (l *List[T]) Unpack(x starlark.Value) error {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("got %s, want a list of %s", x.Type(), l.Want)
	}
	for el := range starlark.Elements(seq) {
		item, ok := el.(T)
		if !ok {
			return fmt.Errorf("holds %s, want %s", Article(el.Type()), l.Want)
		}
		l.Items = append(l.Items, item)
	}
	return nil
}
