package datafile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/value"
	"ralsh/ral/yaml"
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
	if err := errors.Join(CheckText(string(data)), tooDeep(data)); err != nil {
		return value.Value{}, nil, err
	}
	most := fmt.Sprintf("more than %d values (with expanded aliases), or nested deeper than %d levels", maxYAMLNodes, maxYAMLDepth)
	docs, err := yaml.Parse(data, yaml.Limits{Documents: 1, Values: maxYAMLNodes, TooMany: most, Depth: maxYAMLDepth, TooDeep: most})
	if bad, ok := errors.AsType[*yaml.Error](err); ok {
		switch text, syntax := strings.CutPrefix(bad.Message, yaml.Invalid); {
		case syntax:
			err = fmt.Errorf("invalid YAML: line %d, column %d: %s", bad.Line, bad.Column, text)
		case bad.Limit:
			err = errors.New(bad.Message)
		}
	}
	for i := range docs {
		if err == nil {
			found, err = yamlReader{symbols}.value(&docs[i])
		}
	}
	if err != nil {
		return value.Value{}, nil, err
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
				return fmt.Errorf("nested deeper than %d levels", maxYAMLDepth)
			}
		}
	}
	return nil
}

type yamlReader struct {
	symbols bool // converted to strings
}

func (y yamlReader) value(n *yaml.Node) (value.Value, error) {
	switch {
	case n.Tag != "":
		return y.tagged(n)
	case n.Kind == yaml.List:
		var list []value.Value
		for i := range n.Items {
			v, err := y.value(&n.Items[i])
			if err != nil {
				return v, err
			}
			list = append(list, v)
		}
		return value.ListOf(list...), nil
	case n.Kind == yaml.Map:
		return y.mapping(n)
	}
	symbol, is := symbolOf(n)
	switch {
	case is && y.symbols:
		return value.Str(symbol), nil
	case is:
		return value.Value{}, yamlFault(n, "%s is a Ruby symbol, which is not a valid value", n.Text)
	case !n.Plain:
		return value.Str(n.Text), nil
	}
	return plainScalar(n.Text), nil
}

func yamlFault(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", n.Line, fmt.Sprintf(format, args...))
}

func (y yamlReader) mapping(n *yaml.Node) (value.Value, error) {
	var list []value.Pair
	for i := range n.Keys {
		key := &n.Keys[i]
		v, err := y.value(&n.Items[i])
		if err != nil {
			return v, err
		}
		if key.Merge {
			list = append(append([]value.Pair{}, v.Pairs()...), list...)
			continue
		}
		name := key.Text
		if symbol, is := symbolOf(key); is {
			if name = symbol; !y.symbols {
				return v, yamlFault(key, "%s is a Ruby symbol, which is not a valid name", key.Text)
			}
		}
		list = append(list, value.Pair{Key: value.Str(name), Value: v})
	}
	return value.MapOf(list...), nil
}

// symbolOf returns the name of a Ruby symbol: :name, or :"a name".
func symbolOf(n *yaml.Node) (string, bool) {
	name, is := strings.CutPrefix(n.Text, ":")
	if !is || name == "" || !n.Plain {
		return "", false
	}
	if last := len(name) - 1; last > 0 && (name[0] == '"' || name[0] == '\'') && name[last] == name[0] {
		name = name[1:last]
	}
	return name, true
}
