package facts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"ralsh/ral/value"
)

// The limits of YAML: its parser is recursive, and an alias repeats everything
// that it references.
const (
	maxYAMLDepth = 500
	maxYAMLNodes = 100_000
)

// parseYAML parses the first document like Ruby: YAML 1.1.
func parseYAML(data []byte) (value.Value, []string, error) { return readYAML(data, false) }

// readYAML is parseYAML that converts Ruby's symbols to strings if symbols is
// set, and otherwise rejects them.
func readYAML(data []byte, symbols bool) (found value.Value, notes []string, err error) {
	if err := errors.Join(goodText(string(data)), tooDeep(data)); err != nil {
		return value.Value{}, nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			found, err = value.Value{}, fmt.Errorf("this YAML cannot be read: %v", p)
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if syntax, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		at := syntax.Token.Position
		return value.Value{}, nil, fmt.Errorf("invalid YAML: line %d, column %d: %s", at.Line, at.Column, syntax.Message)
	}
	if err != nil {
		return value.Value{}, nil, fmt.Errorf("invalid YAML: %w", err)
	}
	y := yamlReader{anchors: map[string]ast.Node{}, symbols: symbols}
	for _, doc := range file.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.DirectiveType {
			if found, err = y.node(doc.Body, 0); err != nil {
				return value.Value{}, nil, err
			}
			break
		}
	}
	return onlyMap(found, "YAML")
}

// tooDeep rejects input on which the parser would not return.
func tooDeep(data []byte) error {
	depth := 0
	for text := range bytes.Lines(data) {
		entries := 0
		for _, b := range text {
			switch b {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			case '-', '?', '!', '&', ':':
				entries++
			}
			if depth > maxYAMLDepth || entries > 10*maxYAMLDepth {
				return fmt.Errorf("it is nested deeper than %d", maxYAMLDepth)
			}
		}
	}
	return nil
}

type yamlReader struct {
	anchors map[string]ast.Node
	nodes   int
	symbols bool // converted to strings
}

func (y *yamlReader) node(n ast.Node, depth int) (value.Value, error) {
	if y.nodes++; y.nodes > maxYAMLNodes || depth > maxYAMLDepth {
		return value.Value{}, fmt.Errorf("it stands for more than %d values, or is nested deeper than %d", maxYAMLNodes, maxYAMLDepth)
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return y.mapping(n.Values, depth)
	case *ast.MappingValueNode:
		return y.mapping([]*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		var list []value.Value
		for _, item := range n.Values {
			v, err := y.node(item, depth+1)
			if err != nil {
				return v, err
			}
			list = append(list, v)
		}
		return value.ListOf(list...), nil
	case *ast.AnchorNode:
		y.anchors[n.Name.GetToken().Value] = n.Value
		return y.node(n.Value, depth+1)
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		if target := y.anchors[name]; target != nil {
			return y.node(target, depth+1)
		}
		return value.Value{}, fmt.Errorf("line %d: the alias *%s names no anchor before it", n.GetToken().Position.Line, name)
	case *ast.TagNode:
		return y.tagged(n, depth)
	}
	return y.scalar(n)
}

func (y *yamlReader) mapping(pairs []*ast.MappingValueNode, depth int) (value.Value, error) {
	var list []value.Pair
	for _, p := range pairs {
		v, err := y.node(p.Value, depth+1)
		if err != nil {
			return v, err
		}
		if _, merge := p.Key.(*ast.MergeKeyNode); merge {
			list = append(append([]value.Pair{}, v.Pairs()...), list...)
			continue
		}
		name := textOf(p.Key)
		if symbol, is := symbolOf(p.Key); is {
			if name = symbol; !y.symbols {
				return v, fmt.Errorf("line %d: %s is a symbol of Ruby, and no name", p.Key.GetToken().Position.Line, textOf(p.Key))
			}
		}
		list = append(list, value.Pair{Key: value.Str(name), Value: v})
	}
	return value.MapOf(list...), nil
}

func (y *yamlReader) scalar(n ast.Node) (value.Value, error) {
	text := textOf(n)
	symbol, is := symbolOf(n)
	switch {
	case is && y.symbols:
		return value.Str(symbol), nil
	case is:
		return value.Value{}, fmt.Errorf("line %d: %s is a symbol of Ruby, and no value", n.GetToken().Position.Line, text)
	case !plain(n):
		return value.Str(text), nil
	}
	return plainScalar(text), nil
}

// symbolOf returns the name of a Ruby symbol: :name, or :"a name".
func symbolOf(n ast.Node) (string, bool) {
	name, is := strings.CutPrefix(textOf(n), ":")
	if !is || name == "" || !plain(n) {
		return "", false
	}
	if last := len(name) - 1; last > 0 && (name[0] == '"' || name[0] == '\'') && name[last] == name[0] {
		name = name[1:last]
	}
	return name, true
}

func plain(n ast.Node) bool {
	if n == nil {
		return true
	}
	if _, block := n.(*ast.LiteralNode); block {
		return false
	}
	kind := n.GetToken().Type
	return kind != token.SingleQuoteType && kind != token.DoubleQuoteType
}

func textOf(n ast.Node) string {
	switch n := n.(type) {
	case nil:
		return ""
	case *ast.NullNode:
		return ""
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	}
	return strings.TrimSpace(n.GetToken().Value)
}
