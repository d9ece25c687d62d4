package builtin

import (
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/lazyre"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
	"ralsh/ral/yaml"
)

// yamlReader makes values of a document.
type yamlReader struct{ name string }

func (y yamlReader) wrong(n *yaml.Node, format string, args ...any) error {
	return script.Refuse(fmt.Sprintf("%s:%d:%d: %s", y.name, n.Line, n.Column, fmt.Sprintf(format, args...)), nil)
}

func (y yamlReader) value(n *yaml.Node) (starlark.Value, error) {
	switch {
	case n.Tag != "" && n.Tag != "!!str" && n.Tag != "!":
		return nil, y.wrong(n, "the tag %s is not supported: write a literal value", n.Tag)
	case n.Anchored:
		return nil, y.wrong(n, "the tag %s must follow the anchor", n.Tag)
	case n.Tag != "":
		return starlark.String(n.Text), nil
	case n.Kind == yaml.Map:
		return y.mapping(n)
	case n.Kind == yaml.Scalar:
		return plainYAML(n), nil
	}
	list := make([]starlark.Value, len(n.Items))
	for i := range n.Items {
		var err error
		if list[i], err = y.value(&n.Items[i]); err != nil {
			return nil, err
		}
	}
	return starlark.NewList(list), nil
}

// mapping makes a dict. Its keys come before the keys of maps that are merged into it
// (<<); the first of these maps has precedence.
func (y yamlReader) mapping(n *yaml.Node) (starlark.Value, error) {
	dict := starlark.NewDict(len(n.Keys))
	var merged []*starlark.Dict
	for i := range n.Keys {
		key := &n.Keys[i]
		v, err := y.value(&n.Items[i])
		if err != nil {
			return nil, err
		}
		if key.Merge {
			more, ok := dicts(v)
			if !ok {
				return nil, y.wrong(key, "<< must be a map or a list of maps")
			}
			merged = append(merged, more...)
			continue
		}
		k, err := y.value(key)
		if err != nil {
			return nil, err
		}
		if _, hashable := k.(starlark.Iterable); hashable || k == starlark.None {
			return nil, y.wrong(key, "a key must be a string, a number, true or false")
		}
		if _, twice, _ := dict.Get(k); twice {
			return nil, y.wrong(key, "the map contains the key %s twice", k)
		}
		if err := dict.SetKey(k, v); err != nil {
			return nil, y.wrong(key, "%v", err)
		}
	}
	for _, from := range merged {
		for _, item := range from.Items() {
			if _, own, _ := dict.Get(item[0]); !own {
				_ = dict.SetKey(item[0], item[1])
			}
		}
	}
	return dict, nil
}

// dicts returns a dict, or the dicts of a list of dicts.
func dicts(x starlark.Value) ([]*starlark.Dict, bool) {
	if one, ok := x.(*starlark.Dict); ok {
		return []*starlark.Dict{one}, true
	}
	list, ok := x.(*starlark.List)
	if !ok {
		return nil, false
	}
	var all []*starlark.Dict
	for el := range starlark.Elements(list) {
		one, ok := el.(*starlark.Dict)
		if !ok {
			return nil, false
		}
		all = append(all, one)
	}
	return all, true
}

var (
	yamlInteger = lazyre.New(`^[-+]?(?:0|[1-9][0-9]*)$`)
	yamlFloat   = lazyre.New(`^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+|\.[0-9]+[eE][-+]?[0-9]+)$`)
)

// plainYAML returns a scalar: an unquoted scalar may be None, a boolean or a number, as
// in YAML 1.2. Scalars that other readers interpret (yes, 0644, 12:30, 2024-01-02,
// 1_000) are strings.
func plainYAML(n *yaml.Node) starlark.Value {
	text := n.Text
	if !n.Plain {
		return starlark.String(text)
	}
	switch text {
	case "", "~", "null", "Null", "NULL":
		return starlark.None
	case "true", "True", "TRUE":
		return starlark.True
	case "false", "False", "FALSE":
		return starlark.False
	}
	if yamlInteger.MatchString(text) {
		n, _ := value.IntOf(strings.TrimPrefix(text, "+"))
		return convert.FromValue(n)
	}
	if yamlFloat.MatchString(text) {
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return starlark.Float(f)
		}
	}
	return starlark.String(text)
}
