package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
	"ralsh/ui/safe"
)

// newFactCopy offers what can be copied of a row: its value as ralsh facts
// prints it, its name, and JSON and YAML of what has parts.
func newFactCopy(sh *shared, n factNode) *menu {
	var options []option
	add := func(name, what safe.Text, text, said string) {
		options = append(options, option{name, what, func() tea.Cmd { return sent(text, said) }})
	}
	v := n.value()
	whole := v.Kind() == value.Map || v.Kind() == value.List
	if text := facts.TextOf(v); whole {
		add("value", "as ralsh facts prints it", text, "the value")
	} else if text != "" {
		add("value", safe.Clean(firstLine(text)), text, "the value")
	}
	add("name", safe.Clean(n.id()), n.id(), "the name")
	if whole {
		if text, err := facts.JSON(v); err == nil {
			add("JSON", "as ralsh facts -o json prints it", string(text), "JSON")
		}
		add("YAML", "as ralsh facts -o yaml prints it", strings.TrimPrefix(manifest.Document(v), "---\n"), "YAML")
	}
	return newChoose(sh, "copy", "copy "+safe.Clean(n.id()), nil, "", options...)
}

// value is that of a leaf, or the map of a group.
func (n factNode) value() value.Value {
	switch {
	case n.leaf != nil:
		return n.leaf.Value
	case n.fact == nil:
		return value.Value{}
	}
	v := n.fact.Value
	for _, step := range n.path[1:] {
		v, _ = v.Lookup(step)
	}
	return v
}
