package model

import (
	"github.com/goccy/go-yaml/ast"
)

// KeySetting is one line of keys: an intent and the keys that ask for it. What
// intents and keys there are the screens know. At is file:line:column.
type KeySetting struct {
	At     string
	Intent string
	Keys   []KeyName
}

// KeyName is a key as it was written.
type KeyName struct{ At, Key string }

// in sets the file before all places.
func (k *KeySetting) in(file string) {
	k.At = file + ":" + k.At
	for i := range k.Keys {
		k.Keys[i].At = file + ":" + k.Keys[i].At
	}
}

// keysSetting is a map from intents to a key or a list of keys.
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
