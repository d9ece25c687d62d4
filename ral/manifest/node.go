package manifest

import (
	"fmt"
	"strings"

	"ralsh/ral/value"
)

// node is a value of a JSON or YAML document, with its position.
type node struct {
	at     place
	kind   value.Kind
	scalar value.Value
	keys   []node // of a map
	items  []node // of a list or a map
}

// The limits of the input. A catalog of a hundred thousand resources is below
// them.
const (
	// MaxInput is the maximum size of an input in bytes.
	MaxInput  = 256 << 20
	maxString = 16 << 20
	maxDepth  = 200
)

func (n *node) text() string { return n.scalar.Raw() }

func (n *node) get(key string) *node {
	for i := range n.keys {
		if n.keys[i].text() == key {
			return &n.items[i]
		}
	}
	return nil
}

func (n *node) word() string {
	switch n.kind {
	case value.List:
		return "a list"
	case value.Map:
		return "a map"
	case value.Nil:
		return "nothing"
	case value.String:
		return "the string " + excerpt(n.text())
	}
	return "the " + n.kind.String() + " " + n.scalar.Text()
}

// excerpt shortens a text for messages.
func excerpt(s string) string {
	const most = 60
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return value.Str(s).Inspect()
}

// value converts a node and rejects invalid values at their position.
func (c *collector) value(n *node) value.Value {
	switch n.kind {
	case value.String:
		if !c.checkText(n.at, n.text()) {
			return value.Value{}
		}
		if c.in.Compiled && isDeferredText(n.text()) {
			return c.deferredText(n)
		}
		return n.scalar
	case value.List:
		items := make([]value.Value, len(n.items))
		for i := range n.items {
			items[i] = c.value(&n.items[i])
		}
		return value.ListOf(items...)
	case value.Map:
		return c.mapValue(n)
	}
	return n.scalar
}

// mapValue converts a map. A map with __ptype is a value of Puppet's rich data; only
// its types Sensitive and Deferred are supported.
func (c *collector) mapValue(n *node) value.Value {
	if kind := n.get("__ptype"); kind != nil {
		inner := n.get("__pvalue")
		if inner == nil {
			inner = n.get("__value")
		}
		if kind.text() == "Sensitive" && inner != nil {
			return value.Secret(c.value(inner))
		}
		if kind.text() == "Deferred" {
			return c.deferred(n)
		}
		return c.unsupported(n.at, "a value of type %s is not supported: write a literal value", kind.text())
	}
	pairs := make([]value.Pair, len(n.keys))
	for i := range n.keys {
		pairs[i] = value.Pair{Key: c.value(&n.keys[i]), Value: c.value(&n.items[i])}
	}
	return value.MapOf(pairs...)
}

// unsupported limits the current resource of a compiled catalog; elsewhere the
// value is rejected.
func (c *collector) unsupported(at place, format string, args ...any) value.Value {
	switch {
	case !c.in.Compiled:
		c.src.refuse(at, format, args...)
	case c.limit == "":
		c.limit = fmt.Sprintf(format, args...)
	}
	return value.Value{}
}
