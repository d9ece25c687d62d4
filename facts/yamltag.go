package facts

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"ralsh/ral/value"
)

// tagged converts a node with a tag, like Ruby's Psych: a scalar is read
// according to the tag, a list or map ignores it. An unknown tag is ignored; a
// tag for a Ruby object is rejected, as in Facter.
func (y *yamlReader) tagged(n *ast.TagNode, depth int) (value.Value, error) {
	tag := strings.TrimPrefix(n.Start.Value, "!!")
	if long, is := strings.CutPrefix(n.Start.Value, "!<tag:yaml.org,2002:"); is {
		tag = strings.TrimSuffix(long, ">")
	}
	fault := func(format string, args ...any) error {
		return fmt.Errorf("line %d: %s", n.GetToken().Position.Line, fmt.Sprintf(format, args...))
	}
	if tag == "set" || strings.HasPrefix(tag, "!ruby/") || strings.HasPrefix(tag, "ruby/") {
		return value.Value{}, fault("the tag %s asks for an object of Ruby", n.Start.Value)
	}
	inner := n.Value
	if anchor, is := inner.(*ast.AnchorNode); is {
		inner = anchor.Value
		y.anchors[anchor.Name.GetToken().Value] = &ast.TagNode{Start: n.Start, Value: inner}
	}
	switch inner.(type) {
	case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode, *ast.AliasNode:
		v, err := y.node(inner, depth+1)
		if err == nil && tag == "omap" && v.Kind() == value.List {
			v = inOrder(v)
		}
		return v, err
	}
	text := textOf(inner)
	switch tag {
	case "str", "!":
		return value.Str(text), nil
	case "binary":
		return value.Str(fromBase64(text)), nil
	case "float":
		number, ok := asFloat(plainScalar(text))
		if !ok {
			return number, fault("%q is no number", text)
		}
		return number, nil
	}
	return plainScalar(text), nil
}

// inOrder returns the map for a list of maps of one pair each.
func inOrder(list value.Value) value.Value {
	m := value.MapOf()
	for _, item := range list.Items() {
		m = merged(m, item)
	}
	return m
}

func asFloat(v value.Value) (value.Value, bool) {
	if n, ok := v.Int(); ok {
		return value.Flt(float64(n)), true
	}
	return v, v.Kind() == value.Float
}

// fromBase64 decodes like Ruby's unpack: it skips characters outside of the
// alphabet and an incomplete last group.
func fromBase64(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '+' || r == '/') {
			return r
		}
		return -1
	}, text)
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	data, _ := base64.RawStdEncoding.DecodeString(text)
	return string(data)
}
