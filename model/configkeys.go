package model

import (
	"ralsh/ral/yaml"
)

// KeySetting is a line of keys: an intent and its keys. The terminal UI
// validates both. At is file:line:column.
type KeySetting struct {
	At     string
	Intent string
	Keys   []KeyName
}

// KeyName is a key as written.
type KeyName struct{ At, Key string }

func (k *KeySetting) in(file string) {
	k.At = file + ":" + k.At
	for i := range k.Keys {
		k.Keys[i].At = file + ":" + k.Keys[i].At
	}
}

// keysSetting parses a map from intents to a key or a list of keys.
func keysSetting(to *[]KeySetting) setting {
	return func(n *yaml.Node) error {
		switch {
		case isNull(n):
			return nil
		case n.Kind != yaml.Map:
			return at(n, "keys must be a map from intents to keys (example: facts: [F2])")
		}
		for i := range n.Keys {
			k := KeySetting{At: place(&n.Keys[i]), Intent: n.Keys[i].Text}
			nodes := n.Items[i : i+1]
			if nodes[0].Kind == yaml.List {
				nodes = nodes[0].Items
			}
			for j := range nodes {
				node := &nodes[j]
				if scalar(node) == "" {
					return at(node, "keys.%s: must be a key or a list of keys (example: [F2, ctrl+t])", k.Intent)
				}
				k.Keys = append(k.Keys, KeyName{At: place(node), Key: scalar(node)})
			}
			*to = append(*to, k)
		}
		return nil
	}
}
