package manifest

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"ralsh/ral/value"
)

// yamlReader converts the syntax tree to nodes.
type yamlReader struct {
	src     *source
	anchors map[string]ast.Node
	nodes   int
}

func (y *yamlReader) node(n ast.Node, depth int) (node, error) {
	at := placeOf(n.GetToken())
	if y.nodes++; y.nodes > maxYAMLNodes {
		return node{}, y.src.fatal(at, "this YAML stands for more than %d values, aliases counted", maxYAMLNodes)
	}
	if depth > maxDepth {
		return node{}, y.src.fatal(at, "lists and maps are nested deeper than %d", maxDepth)
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return y.mapping(placeOf(n.GetToken()), n.Values, depth)
	case *ast.MappingValueNode:
		return y.mapping(at, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		list := node{at: at, kind: value.List}
		for _, item := range n.Values {
			el, err := y.node(item, depth+1)
			if err != nil {
				return list, err
			}
			list.items = append(list.items, el)
		}
		return list, nil
	case *ast.AnchorNode:
		y.anchors[n.Name.GetToken().Value] = n.Value
		return y.node(n.Value, depth+1)
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		if target := y.anchors[name]; target != nil {
			return y.node(target, depth+1)
		}
		return node{}, y.src.fatal(at, "the alias *%s names no anchor before it", name)
	case *ast.TagNode:
		if tag := n.Start.Value; tag != "!!str" && tag != "!" {
			y.src.refuse(at, "the YAML tag %s is not taken: write the value itself", tag)
			return node{at: at}, nil
		}
		return y.text(at, n.Value)
	}
	return y.scalar(at, n)
}

func (y *yamlReader) scalar(at place, n ast.Node) (node, error) {
	var v value.Value
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return node{at: at}, nil
	case *ast.BoolNode:
		v = value.Bool(n.Value)
	case *ast.FloatNode:
		v = value.Flt(n.Value)
	case *ast.IntegerNode:
		switch i := n.Value.(type) {
		case int64:
			v = value.Int(i)
		case uint64:
			if i > 1<<63-1 {
				return node{}, y.src.fatal(at, "the number %d does not fit into 64 bits", i)
			}
			v = value.Int(int64(i))
		}
	case *ast.StringNode, *ast.LiteralNode:
		return y.text(at, n)
	default:
		return node{}, y.src.fatal(at, "%s is not taken here: write the value itself", strings.ToLower(fmt.Sprint(n.Type())))
	}
	return node{at: at, kind: v.Kind(), scalar: v}, nil
}

func (y *yamlReader) text(at place, n ast.Node) (node, error) {
	text := n.GetToken().Value
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	}
	return node{at: at, kind: value.String, scalar: value.Str(text)}, nil
}

// mapping reads a map. Its keys are strings, so the title 2 is "2".
func (y *yamlReader) mapping(at place, pairs []*ast.MappingValueNode, depth int) (node, error) {
	m := node{at: at, kind: value.Map}
	seen := make(map[string]bool, len(pairs))
	for _, p := range pairs {
		where := placeOf(p.Key.GetToken())
		if _, merge := p.Key.(*ast.MergeKeyNode); merge {
			y.src.refuse(where, "a merge key (<<) is not taken: write the attributes themselves")
			continue
		}
		if len(m.keys) == 0 {
			m.at = where
		}
		k, err := y.text(where, p.Key)
		if err != nil {
			return m, err
		}
		if seen[k.text()] {
			y.src.refuse(where, "the key %s stands twice in one map", excerpt(k.text()))
			continue
		}
		seen[k.text()] = true
		item, err := y.node(p.Value, depth+1)
		if err != nil {
			return m, err
		}
		m.keys, m.items = append(m.keys, k), append(m.items, item)
	}
	return m, nil
}
