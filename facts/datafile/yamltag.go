package datafile

import (
	"encoding/base64"
	"strings"

	"ralsh/ral/value"
	"ralsh/ral/yaml"
)

// tagged converts a node with a tag, like Ruby's Psych: a scalar is read
// according to the tag, a list or map ignores it. An unknown tag is ignored; a
// tag for a Ruby object is rejected, as in Facter.
func (y yamlReader) tagged(n *yaml.Node) (value.Value, error) {
	tag := strings.TrimPrefix(n.Tag, "!!")
	if long, is := strings.CutPrefix(n.Tag, "!<tag:yaml.org,2002:"); is {
		tag = strings.TrimSuffix(long, ">")
	}
	if tag == "set" || strings.HasPrefix(tag, "!ruby/") || strings.HasPrefix(tag, "ruby/") {
		return value.Value{}, yamlFault(n, "the tag %s requires a Ruby object", n.Tag)
	}
	if n.Kind != yaml.Scalar {
		inner := *n
		inner.Tag = ""
		v, err := y.value(&inner)
		if err == nil && tag == "omap" && v.Kind() == value.List {
			v = inOrder(v)
		}
		return v, err
	}
	switch tag {
	case "str", "!":
		return value.Str(n.Text), nil
	case "binary":
		return value.Str(fromBase64(n.Text)), nil
	case "float":
		number, ok := asFloat(plainScalar(n.Text))
		if !ok {
			return number, yamlFault(n, "%q is not a number", n.Text)
		}
		return number, nil
	}
	return plainScalar(n.Text), nil
}

// inOrder returns the map for a list of maps with a single pair each.
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
