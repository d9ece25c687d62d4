// Package yaml reads YAML documents as nodes with their positions. Its callers
// interpret scalars, tags and merge keys.
package yaml

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Node is a value of a document.
type Node struct {
	Line, Column int
	Kind         Kind
	Tag          string // as written, or ""
	Anchored     bool   // an anchor stands behind the tag
	Text         string // of a scalar, without its quotes
	Plain        bool   // of a scalar: without quotes and in one line
	Value        any    // of a scalar, by YAML 1.2: nil, bool, int64, uint64, float64 or string
	Merge        bool   // of a key: it is <<
	Keys         []Node // of a map
	Items        []Node // of a list or a map
}

// Kind is the kind of a Node.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	List
	Map
	Alias // only without limits
)

// Limits are the limits of a reading. An alias repeats everything that it names, so
// aliases are resolved only if Values is set.
type Limits struct {
	Documents     int // 0 for all
	Values, Depth int
	TooMany       string // the message for more values
	TooDeep       string // the message for a value that is nested deeper
	Twice         bool   // a key may be in a map twice
}

// Error is an error at a place.
type Error struct {
	Line, Column int // 1 if unknown
	Limit        bool
	Message      string // that of a syntax error begins with Invalid
}

// Invalid begins the message of a syntax error.
const Invalid = "invalid YAML: "

// Error returns the message with its line.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Parse reads the documents of a text. Its error is an *Error. The parser is
// recursive: the caller bounds how deep a text is nested.
func Parse(data []byte, limits Limits) (docs []Node, err error) {
	defer func() {
		if p := recover(); p != nil { // the parser is known to panic on broken documents
			docs, err = nil, &Error{Line: 1, Column: 1, Message: fmt.Sprintf("this YAML cannot be read: %v", p)}
		}
	}()
	var options []parser.Option
	if limits.Twice {
		options = append(options, parser.AllowDuplicateMapKey())
	}
	file, err := parser.ParseBytes(data, 0, options...)
	if syntax, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		return nil, fault(syntax.Token, Error{Message: Invalid + syntax.Message})
	}
	if err != nil {
		return nil, &Error{Line: 1, Column: 1, Message: Invalid + err.Error()}
	}
	r := reader{limits: limits, anchors: make(map[string]ast.Node)}
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.DirectiveType || limits.Documents > 0 && len(docs) == limits.Documents {
			continue
		}
		n, err := r.node(doc.Body, 0)
		if err != nil {
			return nil, err
		}
		docs = append(docs, n)
	}
	return docs, nil
}

// fault returns an error at a token.
func fault(t *token.Token, e Error) error {
	e.Line, e.Column = place(t)
	return &e
}

func place(t *token.Token) (line, column int) {
	if t == nil || t.Position == nil {
		return 1, 1
	}
	return t.Position.Line, t.Position.Column
}

type reader struct {
	limits  Limits
	anchors map[string]ast.Node
	values  int
}

func (r *reader) node(n ast.Node, depth int) (Node, error) {
	if n == nil {
		return Node{Line: 1, Column: 1, Plain: true}, nil
	}
	switch r.values++; {
	case r.limits.Values == 0:
	case r.values > r.limits.Values:
		return Node{}, fault(n.GetToken(), Error{Limit: true, Message: r.limits.TooMany})
	case depth > r.limits.Depth:
		return Node{}, fault(n.GetToken(), Error{Limit: true, Message: r.limits.TooDeep})
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n, n.Values, depth)
	case *ast.MappingValueNode:
		return r.mapping(n, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		list := at(n, List)
		for _, item := range n.Values {
			el, err := r.node(item, depth+1)
			if err != nil {
				return list, err
			}
			list.Items = append(list.Items, el)
		}
		return list, nil
	case *ast.AnchorNode:
		r.anchors[n.Name.GetToken().Value] = n.Value
		return r.node(n.Value, depth+1)
	case *ast.AliasNode:
		if r.limits.Values == 0 {
			return at(n, Alias), nil
		}
		name := n.Value.GetToken().Value
		if target := r.anchors[name]; target != nil {
			return r.node(target, depth+1)
		}
		return Node{}, fault(n.GetToken(), Error{Message: "the alias *" + name + " names no anchor before it"})
	case *ast.TagNode:
		return r.tagged(n, depth)
	}
	return scalar(n), nil
}

// tagged reads a value with a tag. An anchor behind the tag names both.
func (r *reader) tagged(n *ast.TagNode, depth int) (Node, error) {
	inner := n.Value
	anchor, anchored := inner.(*ast.AnchorNode)
	if anchored {
		inner = anchor.Value
		r.anchors[anchor.Name.GetToken().Value] = &ast.TagNode{Start: n.Start, Value: inner}
	}
	v, err := r.node(inner, depth+1)
	v.Tag, v.Anchored = n.Start.Value, anchored
	v.Line, v.Column = place(n.GetToken())
	return v, err
}

func (r *reader) mapping(n ast.Node, pairs []*ast.MappingValueNode, depth int) (Node, error) {
	m := at(n, Map)
	for _, p := range pairs {
		key, err := r.key(p.Key, depth)
		if err != nil {
			return m, err
		}
		item, err := r.node(p.Value, depth+1)
		if err != nil {
			return m, err
		}
		m.Keys, m.Items = append(m.Keys, key), append(m.Items, item)
	}
	return m, nil
}

func (r *reader) key(n ast.MapKeyNode, depth int) (Node, error) {
	switch n := n.(type) {
	case *ast.MergeKeyNode:
		key := scalar(n)
		key.Merge = true
		return key, nil
	case *ast.MappingKeyNode:
		return r.node(n.Value, depth+1)
	}
	return r.node(n, depth+1)
}

func at(n ast.Node, kind Kind) Node {
	line, column := place(n.GetToken())
	return Node{Line: line, Column: column, Kind: kind}
}

func scalar(n ast.Node) Node {
	s := at(n, Scalar)
	kind := n.GetToken().Type
	s.Plain = kind != token.SingleQuoteType && kind != token.DoubleQuoteType
	s.Text = strings.TrimSpace(n.GetToken().Value)
	switch n := n.(type) {
	case *ast.NullNode:
		s.Text = ""
	case *ast.BoolNode:
		s.Value = n.Value
	case *ast.IntegerNode:
		s.Value = n.Value
	case *ast.FloatNode:
		s.Value = n.Value
	case *ast.InfinityNode:
		s.Value = n.Value
	case *ast.NanNode:
		s.Value = math.NaN()
	case *ast.LiteralNode:
		s.Text, s.Plain, s.Value = n.Value.Value, false, n.Value.Value
	case *ast.StringNode:
		s.Text, s.Value = n.Value, n.Value
	default:
		s.Value = s.Text
	}
	return s
}
