package manifest

import (
	"bytes"
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"ralsh/ral/value"
)

// The limits of YAML are lower than those of a catalog: its parser is
// recursive, and takes four times as long for twice as many keys in a map (2
// MiB of small resources take about four seconds).
const (
	maxYAML      = 2 << 20
	maxYAMLLine  = 1 << 20
	maxYAMLNodes = 1_000_000
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

// ParseYAML parses YAML of any content, within the limits of its parser. The error
// is ral.Diags, with places as name:line:column.
func ParseYAML(name string, data []byte) (*ast.File, error) {
	c := newCollector(newSource(name, data))
	if err := c.bounded(); err != nil {
		return nil, err
	}
	return c.parse()
}

// bounded rejects input on which the YAML parser would take too long.
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
	file, err = parser.ParseBytes(c.src.data, 0, parser.AllowDuplicateMapKey())
	if syntax, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		return nil, c.src.fatal(placeOf(syntax.Token), "invalid YAML: %s", syntax.Message)
	}
	if err != nil {
		return nil, c.src.fatal(place{1, 1}, "invalid YAML: %s", err)
	}
	return file, nil
}

func placeOf(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{1, 1}
	}
	return place{int32(t.Position.Line), int32(t.Position.Column)}
}
