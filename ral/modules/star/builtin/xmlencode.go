package builtin

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"ralsh/ral/lazyre"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/value"
)

// encodeXML implements xml.encode(node): the document of a node. A node is a result of
// xml.decode, or (NAME, CONTENT) or (NAME, CONTENT, ATTRS); the content is a string, or
// a list of nodes. The document of a secret is a secret.
func encodeXML(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "node", &x); err != nil {
		return nil, err
	}
	e := xmlEncoder{what: b.Name()}
	e.out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if err := e.node(x, 0); err != nil {
		return nil, err
	}
	return convert.Wrapped(e.out.String(), e.hidden), nil
}

type xmlEncoder struct {
	what   string
	out    strings.Builder
	hidden bool // some text was a secret
}

// xmlName is a name of an element or attribute, with a prefix or without.
var xmlName = lazyre.New(`^[A-Za-z_][A-Za-z0-9._-]*(:[A-Za-z_][A-Za-z0-9._-]*)?$`)

// node writes an element.
func (e *xmlEncoder) node(x starlark.Value, depth int) error {
	switch {
	case depth == maxXMLDepth:
		return fmt.Errorf("%s: the document is deeper than %d elements", e.what, maxXMLDepth)
	case e.out.Len() > maxXML:
		return fmt.Errorf("%s: the document is longer than %d bytes", e.what, maxXML)
	}
	if n, ok := x.(*xmlNode); ok {
		return e.element(n.name, n.attrs, starlark.String(n.text), n.children, depth)
	}
	tuple, _ := x.(starlark.Tuple)
	if len(tuple) != 2 && len(tuple) != 3 {
		return fmt.Errorf("%s: a node must be (NAME, CONTENT), (NAME, CONTENT, ATTRS) or from xml.decode, not %s", e.what, convert.Article(x.Type()))
	}
	name, ok := starlark.AsString(tuple[0])
	if !ok {
		return fmt.Errorf("%s: the name of a node must be a string, not %s", e.what, convert.Article(tuple[0].Type()))
	}
	attrs := starlark.NewDict(0)
	if len(tuple) == 3 {
		if attrs, ok = tuple[2].(*starlark.Dict); !ok {
			return fmt.Errorf("%s: the attributes of %s must be a dict, not %s", e.what, name, convert.Article(tuple[2].Type()))
		}
	}
	if children, ok := tuple[1].(starlark.Iterable); ok {
		return e.element(name, attrs, starlark.String(""), children, depth)
	}
	return e.element(name, attrs, tuple[1], starlark.Tuple{}, depth)
}

func (e *xmlEncoder) element(name string, attrs *starlark.Dict, text starlark.Value, children starlark.Iterable, depth int) error {
	if !xmlName.MatchString(name) {
		return fmt.Errorf("%s: invalid element name %q", e.what, name)
	}
	e.out.WriteString("<" + name)
	for _, item := range attrs.Items() {
		k, err := convert.TextKey(e.what, item[0])
		if err == nil && !xmlName.MatchString(k) {
			err = fmt.Errorf("%s: invalid attribute name %q", e.what, k)
		}
		if err != nil {
			return err
		}
		e.out.WriteString(" " + k + `="`)
		if err := e.text(name+", "+k, item[1]); err != nil {
			return err
		}
		e.out.WriteString(`"`)
	}
	e.out.WriteString(">")
	if err := e.text(name, text); err != nil {
		return err
	}
	for child := range starlark.Elements(children) {
		if err := e.node(child, depth+1); err != nil {
			return err
		}
	}
	e.out.WriteString("</" + name + ">")
	return nil
}

// text writes a text, a number, or True or False.
func (e *xmlEncoder) text(where string, x starlark.Value) error {
	v, err := convert.ToValue(x)
	if err != nil {
		return err
	}
	inner := v.Reveal()
	text := inner.Text()
	switch inner.Kind() {
	case value.String, value.Integer, value.Boolean:
	default:
		return fmt.Errorf("%s: %s must be a string, a number or a list of nodes, not %s", e.what, where, convert.Article(x.Type()))
	}
	e.hidden = e.hidden || v.IsSecret()
	if !utf8.ValidString(text) || strings.ContainsFunc(text, notXML) {
		return fmt.Errorf("%s: %s: the string contains a character that XML does not allow", e.what, where)
	}
	if e.out.Len()+len(text) > maxXML {
		return fmt.Errorf("%s: the document is longer than %d bytes", e.what, maxXML)
	}
	return xml.EscapeText(&e.out, []byte(text))
}

// notXML reports a character that no document can have (XML 1.0, 2.2).
func notXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}
