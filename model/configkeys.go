package model

import (
	"github.com/goccy/go-yaml/ast"
)

// KeySetting is one line of keys: an intent and its keys. The terminal UI
// validates both. At is file:line:column.
type KeySetting struct {
	At     string
	Intent string
	Keys   []KeyName
}

// KeyName is a key as written.
type KeyName struct{ At, Key string }

// in prepends the file to all positions.
func (k *KeySetting) in(file string) {
	k.At = file + ":" + k.At
	for i := range k.Keys {
		k.Keys[i].At = file + ":" + k.Keys[i].At
	}
}

// keysSetting parses a map from intents to a key or a list of keys.
func keysSetting(to *[]KeySetting) setting {
	return func(n ast.Node) error {
		m, ok := n.(ast.MapNode)
		switch {
		case n.Type() == ast.NullType:
			return nil
		case !ok:
			return at(n.GetToken(), "keys is a map from intents to keys, such as facts: [F2]")
		}
		for it := m.MapRange(); it.Next(); {
			intent := it.Key().GetToken()
			k := KeySetting{At: place(intent), Intent: intent.Value}
			nodes := []ast.Node{it.Value()}
			if list, ok := it.Value().(*ast.SequenceNode); ok {
				nodes = list.Values
			}
			for _, node := range nodes {
				if node.Type() == ast.NullType || scalar(node) == "" {
					return at(node.GetToken(), "keys.%s: it is a key or a list of keys, such as [F2, ctrl+t]", k.Intent)
				}
				k.Keys = append(k.Keys, KeyName{At: place(node.GetToken()), Key: scalar(node)})
			}
			*to = append(*to, k)
		}
		return nil
	}
}
