package manifest

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

// The bounds of YAML are narrower than those of a catalog: its reader works by
// recursion and slowly.
const (
	maxYAML      = 16 << 20
	maxYAMLLine  = 1 << 20
	maxYAMLNodes = 500_000
)

// yaml reads all documents of the input.
func (c *collector) yaml() error {
	if err := c.bounded(); err != nil {
		return err
	}
	file, err := c.parse()
	if err != nil {
		return err
	}
	y := &yamlReader{src: c.src, anchors: make(map[string]ast.Node)}
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.DirectiveType {
			continue
		}
		root, err := y.node(doc.Body, 0)
		if err != nil {
			return err
		}
		switch root.kind {
		case value.List:
			c.list(&root)
		case value.Map:
			c.types(&root)
		case value.Nil:
		default:
			return c.src.fatal(root.at, "YAML declares resources as a map of type to title to attributes, or as a list of type, title and attributes; this is %s", root.word())
		}
	}
	return nil
}

// bounded refuses what the YAML reader would not come back from.
func (c *collector) bounded() error {
	if len(c.src.data) > maxYAML {
		return c.src.fatal(c.src.at, "YAML of more than %d MiB is not read (this has %d); a compiled catalog may have %d", maxYAML>>20, len(c.src.data)>>20, MaxInput>>20)
	}
	depth, line, off := 0, 0, 0
	for text := range bytes.Lines(c.src.data) {
		line++
		if len(text) > maxYAMLLine {
			return c.src.fatal(place{int32(line), 1}, "this line of YAML is longer than %d MiB", maxYAMLLine>>20)
		}
		entries := 0
		for i, b := range text {
			switch b {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			case '-', '?', '!', '&':
				entries++
			}
			if depth > 10*maxDepth || entries > 10*maxDepth && strings.Trim(string(text[:i]), "-?!& ") == "" {
				return c.src.fatal(c.src.place(off+i), "lists and maps are nested deeper than %d", maxDepth)
			}
		}
		off += len(text)
	}
	return nil
}

func (c *collector) parse() (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = c.src.fatal(place{1, 1}, "this YAML cannot be read: %v", p)
		}
	}()
	file, err = parser.ParseBytes(c.src.data, 0)
	if syntax, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		return nil, c.src.fatal(placeOf(syntax.Token), "this is no YAML: %s", syntax.Message)
	}
	if err != nil {
		return nil, c.src.fatal(place{1, 1}, "this is no YAML: %s", err)
	}
	return file, nil
}

func placeOf(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{1, 1}
	}
	return place{int32(t.Position.Line), int32(t.Position.Column)}
}

// yamlReader turns the syntax tree into nodes.
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

// mapping reads a map. Its keys are texts: what the title 2 means is the text.
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
			y.src.refuse(where, "the key %s stands twice in one map", short(k.text()))
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
