package star

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
	"go.starlark.net/starlark"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// yamlReader makes values of a syntax tree.
type yamlReader struct {
	name    string
	anchors map[string]ast.Node
	nodes   int
}

func (y *yamlReader) wrong(n ast.Node, format string, args ...any) error {
	at := n.GetToken().Position
	return &refusal{text: fmt.Sprintf("%s:%d:%d: %s", y.name, at.Line, at.Column, fmt.Sprintf(format, args...))}
}

func (y *yamlReader) node(n ast.Node, depth int) (starlark.Value, error) {
	if n == nil {
		return starlark.None, nil
	}
	if y.nodes++; y.nodes > maxYAMLNodes {
		return nil, y.wrong(n, "these are more than %d values, aliases counted", maxYAMLNodes)
	}
	if depth > maxDepth {
		return nil, y.wrong(n, "a value is nested deeper than %d", maxDepth)
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return y.mapping(n.Values, depth)
	case *ast.MappingValueNode:
		return y.mapping([]*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		list := make([]starlark.Value, len(n.Values))
		for i, item := range n.Values {
			var err error
			if list[i], err = y.node(item, depth+1); err != nil {
				return nil, err
			}
		}
		return starlark.NewList(list), nil
	case *ast.AnchorNode:
		y.anchors[n.Name.GetToken().Value] = n.Value
		return y.node(n.Value, depth+1)
	case *ast.AliasNode:
		target, known := y.anchors[n.Value.GetToken().Value]
		if !known {
			return nil, y.wrong(n, "the alias *%s names no anchor before it", n.Value.GetToken().Value)
		}
		return y.node(target, depth+1)
	case *ast.TagNode:
		if tag := n.Start.Value; tag != "!!str" && tag != "!" {
			return nil, y.wrong(n, "the tag %s is not taken; write the value itself", tag)
		}
		if _, anchor := n.Value.(*ast.AnchorNode); anchor {
			return nil, y.wrong(n, "the tag %s comes before an anchor; write it behind", n.Start.Value)
		}
		return starlark.String(scalarText(n.Value)), nil
	}
	return plainYAML(n), nil
}

// mapping makes a dict. Its own keys come before those of maps that are merged
// into it (<<), and of those the first has precedence.
func (y *yamlReader) mapping(pairs []*ast.MappingValueNode, depth int) (starlark.Value, error) {
	dict := starlark.NewDict(len(pairs))
	var merged []*starlark.Dict
	for _, p := range pairs {
		v, err := y.node(p.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if _, is := p.Key.(*ast.MergeKeyNode); is {
			more, ok := dicts(v)
			if !ok {
				return nil, y.wrong(p.Key, "<< takes a map, or a list of maps")
			}
			merged = append(merged, more...)
			continue
		}
		k, err := y.node(p.Key, depth+1)
		if err != nil {
			return nil, err
		}
		if _, hashable := k.(starlark.Iterable); hashable || k == starlark.None {
			return nil, y.wrong(p.Key, "a key is a text, a number, true or false")
		}
		if _, twice, _ := dict.Get(k); twice {
			return nil, y.wrong(p.Key, "the key %s is there twice", k)
		}
		if err := dict.SetKey(k, v); err != nil {
			return nil, y.wrong(p.Key, "%v", err)
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

// dicts returns a dict, or those of a list of nothing else.
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

func scalarText(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return ""
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	}
	return strings.TrimSpace(n.GetToken().Value)
}

var (
	yamlInteger = lazyre.New(`^[-+]?(?:0|[1-9][0-9]*)$`)
	yamlFloat   = lazyre.New(`^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+|\.[0-9]+[eE][-+]?[0-9]+)$`)
)

// plainYAML returns a scalar: what is not quoted may be None, a truth or a
// number, as in YAML 1.2. What reads differently elsewhere (yes, 0644, 12:30,
// 2024-01-02, 1_000) is a text.
func plainYAML(n ast.Node) starlark.Value {
	text := scalarText(n)
	kind := n.GetToken().Type
	if _, block := n.(*ast.LiteralNode); block || kind == token.SingleQuoteType || kind == token.DoubleQuoteType {
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
		return fromValue(n)
	}
	if yamlFloat.MatchString(text) {
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return starlark.Float(f)
		}
	}
	return starlark.String(text)
}
