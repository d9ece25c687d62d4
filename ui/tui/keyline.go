package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// keyHint is what an intent does on a screen, in a word or three.
type keyHint struct {
	in   keys.Intent
	what safe.Text
}

// keyLine is the line of keys, most used first; help is always its last. The
// prefix is "typing: " while a field is typed in.
func keyLine(sh *shared, prefix safe.Text, hints ...keyHint) frame.Keys {
	k := frame.Keys{Prefix: prefix, Last: frame.Key{Name: safe.Clean(sh.keys.Key(keys.Help)), What: "help"}}
	if prefix != "" {
		k.Last.Name = "F1"
	}
	for _, h := range hints {
		name := sh.keys.Key(h.in)
		if h.in == keys.MoveDown {
			name = sh.keys.Key(keys.MoveUp) + " " + name
		}
		if name != "" {
			k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(name), What: h.what})
		}
	}
	return k
}
