package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"ralsh/ral/value"
	"ralsh/ral/yaml"
)

// The limits of YAML are lower than the limits of a catalog: the parser is recursive,
// and takes four times as long for twice as many keys in a map (2 MiB of small resources
// take about four seconds).
const (
	maxYAML      = 2 << 20
	maxYAMLLine  = 1 << 20
	maxYAMLNodes = 1_000_000
)

// yaml reads all documents of the input.
func (c *collector) yaml() error {
	docs, err := c.parse(yaml.Limits{
		Values: maxYAMLNodes, TooMany: fmt.Sprintf("this YAML contains more than %d values, with expanded aliases", maxYAMLNodes),
		Depth: maxDepth, TooDeep: fmt.Sprintf("lists and maps are nested deeper than %d levels", maxDepth),
	})
	if err != nil {
		return err
	}
	for i := range docs {
		root, err := c.src.node(&docs[i])
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
			return c.src.fatal(root.at, "resources in YAML must be a map of type to title to attributes, or a list of maps with type, title and attributes, not %s", root.word())
		}
	}
	return nil
}

// ParseYAML parses YAML of any content. A key may be in a map twice. The error is
// ral.Diags, with places as name:line:column.
func ParseYAML(name string, data []byte, limits yaml.Limits) ([]yaml.Node, error) {
	return newCollector(newSource(name, data)).parse(limits)
}

func (c *collector) parse(limits yaml.Limits) ([]yaml.Node, error) {
	if err := c.bounded(); err != nil {
		return nil, err
	}
	limits.Twice = true
	docs, err := yaml.Parse(c.src.data, limits)
	if bad, ok := errors.AsType[*yaml.Error](err); ok {
		return nil, c.src.fatal(place{int32(bad.Line), int32(bad.Column)}, "%s", bad.Message)
	}
	return docs, err
}

// bounded rejects input on which the YAML parser would take minutes.
func (c *collector) bounded() error {
	if len(c.src.data) > maxYAML {
		return c.src.fatal(c.src.at, "YAML is limited to %d MiB (this input has %d MiB); a compiled catalog may have %d MiB", maxYAML>>20, len(c.src.data)>>20, MaxInput>>20)
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
				return c.src.fatal(c.src.place(off+i), "lists and maps are nested deeper than %d levels", maxDepth)
			}
		}
		off += len(text)
	}
	return nil
}

// node converts a node.
func (s *source) node(n *yaml.Node) (node, error) {
	at := placeOf(n)
	switch {
	case n.Tag != "" && n.Tag != "!!str" && n.Tag != "!":
		s.refuse(at, "the YAML tag %s is not supported: write a literal value", n.Tag)
		return node{at: at}, nil
	case n.Tag != "":
		return node{at: at, kind: value.String, scalar: value.Str(n.Text)}, nil
	case n.Kind == yaml.Map:
		return s.mapping(n)
	case n.Kind == yaml.List:
		list := node{at: at, kind: value.List}
		for i := range n.Items {
			el, err := s.node(&n.Items[i])
			if err != nil {
				return list, err
			}
			list.items = append(list.items, el)
		}
		return list, nil
	}
	var v value.Value
	switch is := n.Value.(type) {
	case nil:
		return node{at: at}, nil
	case bool:
		v = value.Bool(is)
	case int64:
		v = value.Int(is)
	case uint64:
		if is > math.MaxInt64 {
			return node{}, s.fatal(at, "the number %d does not fit into 64 bits", is)
		}
		v = value.Int(int64(is))
	case float64:
		if math.IsInf(is, 0) {
			return node{}, s.fatal(at, "infinity is not supported: write a literal value")
		}
		if math.IsNaN(is) {
			return node{}, s.fatal(at, "nan is not supported: write a literal value")
		}
		v = value.Flt(is)
	default:
		v = value.Str(n.Text)
	}
	return node{at: at, kind: v.Kind(), scalar: v}, nil
}

// mapping reads a map. Its keys are strings, so the title 2 is "2".
func (s *source) mapping(n *yaml.Node) (node, error) {
	m := node{at: placeOf(n), kind: value.Map}
	seen := make(map[string]bool, len(n.Keys))
	for i := range n.Keys {
		key, where := n.Keys[i].Text, placeOf(&n.Keys[i])
		if n.Keys[i].Merge {
			s.refuse(where, "a merge key (<<) is not supported: write the attributes")
			continue
		}
		if len(m.keys) == 0 {
			m.at = where
		}
		if seen[key] {
			s.refuse(where, "the map contains the key %s twice", excerpt(key))
			continue
		}
		seen[key] = true
		item, err := s.node(&n.Items[i])
		if err != nil {
			return m, err
		}
		m.keys = append(m.keys, node{at: where, kind: value.String, scalar: value.Str(key)})
		m.items = append(m.items, item)
	}
	return m, nil
}

func placeOf(n *yaml.Node) place { return place{int32(n.Line), int32(n.Column)} }
