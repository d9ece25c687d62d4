package config

import (
	"errors"

	"ralsh/ral/yaml"
)

// Binding is a line of keys: an intent and its keys. The terminal UI
// validates both. At is file:line:column.
type Binding struct {
	At     string
	Intent string
	Keys   []Key
}

// Key is a key as written.
type Key struct{ At, Key string }

func (k *Binding) in(file string) {
	k.At = file + ":" + k.At
	for i := range k.Keys {
		k.Keys[i].At = file + ":" + k.Keys[i].At
	}
}

// keysSetting parses a map from intents to a key or a list of keys.
func keysSetting(to *[]Binding) setting {
	return func(n *yaml.Node) error {
		switch {
		case isNull(n):
			return nil
		case n.Kind != yaml.Map:
			return at(n, "keys must be a map from intents to keys (example: facts: [F2])")
		}
		for i := range n.Keys {
			k := Binding{At: place(&n.Keys[i]), Intent: n.Keys[i].Text}
			nodes := n.Items[i : i+1]
			if nodes[0].Kind == yaml.List {
				nodes = nodes[0].Items
			}
			for j := range nodes {
				node := &nodes[j]
				if scalar(node) == "" {
					return at(node, "keys.%s: must be a key or a list of keys (example: [F2, ctrl+t])", k.Intent)
				}
				k.Keys = append(k.Keys, Key{At: place(node), Key: scalar(node)})
			}
			*to = append(*to, k)
		}
		return nil
	}
}

// Theme is the setting theme: a name, and custom colours. The terminal
// UI validates the names and tokens. At is file:line:column, "" if not set.
type Theme struct {
	At, Name string
	Colours  []Colour
}

// Colour is a line of theme: a token and its colour.
type Colour struct{ At, Token, Colour string }

func (t *Theme) in(file string) {
	if t.At != "" {
		t.At = file + ":" + t.At
	}
	for i := range t.Colours {
		t.Colours[i].At = file + ":" + t.Colours[i].At
	}
}

// themeSetting parses a name, or a map from tokens to colours in which base is
// the name.
func themeSetting(to *Theme) setting {
	return func(n *yaml.Node) error {
		switch {
		case isNull(n):
			return nil
		case n.Kind != yaml.Map && scalar(n) == "":
			return errors.New("must be a name (example: dark) or a map from tokens to colours")
		case n.Kind != yaml.Map:
			to.At, to.Name = place(n), scalar(n)
			return nil
		}
		var wrong []error
		for i := range n.Keys {
			token, value := n.Keys[i].Text, &n.Items[i]
			if scalar(value) == "" {
				wrong = append(wrong, at(value, `theme.%s: must be a single word (example: "#b7a3ff")`, token))
				continue
			}
			if token == "base" {
				to.At, to.Name = place(value), scalar(value)
				continue
			}
			to.Colours = append(to.Colours, Colour{At: place(value), Token: token, Colour: scalar(value)})
		}
		return errors.Join(wrong...)
	}
}
