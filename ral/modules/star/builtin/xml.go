package builtin

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// The limits of a document, so that a call stays within the memory of a hook.
const (
	maxXML      = 16 << 20 // bytes
	maxXMLNodes = 200_000
	maxXMLDepth = 100
)

// xmlNode is an element: its name and attributes without prefixes, the text that is
// directly in it, and its children. It never changes.
type xmlNode struct {
	convert.InternalValue
	name     string
	attrs    *starlark.Dict
	text     string
	children starlark.Tuple
}

// AttrNames returns the fields and functions of a node.
func (n *xmlNode) AttrNames() []string {
	return []string{"all", "attrs", "children", "first", "name", "text"}
}

// Attr returns a field or a function of a node.
func (n *xmlNode) Attr(name string) (starlark.Value, error) {
	switch name {
	case "name":
		return starlark.String(n.name), nil
	case "attrs":
		return n.attrs, nil
	case "text":
		return starlark.String(n.text), nil
	case "children":
		return n.children, nil
	case "first", "all":
		return starlark.NewBuiltin(name, n.named), nil
	}
	return nil, nil
}

// named implements first(name) and all(name): the children of a name.
func (n *xmlNode) named(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	var list []starlark.Value
	for _, child := range n.children {
		if child.(*xmlNode).name != name {
			continue
		}
		if b.Name() == "first" {
			return child, nil
		}
		list = append(list, child)
	}
	if b.Name() == "first" {
		return starlark.None, nil
	}
	return starlark.NewList(list), nil
}

// decodeXML implements xml.decode(text, default). Without a default, a text that is not
// XML is an error.
func decodeXML(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	var missing starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &text, "default?", &missing); err != nil {
		return nil, err
	}
	root, err := parseXML(text)
	switch {
	case err == nil:
		return root, nil
	case missing != nil:
		return missing, nil
	}
	return nil, script.Refuse(b.Name()+": "+err.Error(), nil)
}

// openNode is a node without its end tag.
type openNode struct {
	node *xmlNode
	text strings.Builder
}

// parseXML parses a document. It rejects DTDs, entities other than XML's five, encodings
// other than UTF-8, and documents above the limits.
func parseXML(text string) (*xmlNode, error) {
	if len(text) > maxXML {
		return nil, fmt.Errorf("the document is too long (%d bytes, at most %d)", len(text), maxXML)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	var root *xmlNode
	var open []*openNode
	for count := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.Directive:
			return nil, errors.New("a DTD is not allowed")
		case xml.StartElement:
			node, err := newNode(token)
			count++
			switch {
			case err != nil:
				return nil, err
			case count > maxXMLNodes:
				return nil, fmt.Errorf("the document contains more than %d elements", maxXMLNodes)
			case len(open) == maxXMLDepth:
				return nil, fmt.Errorf("the document is deeper than %d elements", maxXMLDepth)
			case len(open) > 0:
				above := open[len(open)-1].node
				above.children = append(above.children, node)
			case root != nil:
				return nil, fmt.Errorf("<%s> follows the root element", node.name)
			default:
				root = node
			}
			open = append(open, &openNode{node: node})
		case xml.EndElement:
			last := open[len(open)-1]
			last.node.text = last.text.String()
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(token)
			} else if strings.TrimSpace(string(token)) != "" {
				return nil, errors.New("the document contains text outside the root element")
			}
		}
	}
	if root == nil {
		return nil, errors.New("the document contains no element")
	}
	return root, nil
}

// newNode returns the node of a start tag, with its attributes but for declarations of
// namespaces.
func newNode(start xml.StartElement) (*xmlNode, error) {
	n := &xmlNode{InternalValue: "node", name: start.Name.Local, attrs: starlark.NewDict(0)}
	for _, a := range start.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		name := starlark.String(a.Name.Local)
		if _, twice, _ := n.attrs.Get(name); twice {
			return nil, fmt.Errorf("<%s> has the attribute %s twice", n.name, a.Name.Local)
		}
		_ = n.attrs.SetKey(name, starlark.String(a.Value))
	}
	n.attrs.Freeze()
	return n, nil
}
