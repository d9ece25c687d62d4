package tui

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// typingPrefix begins the line of keys while a field is typed in.
const typingPrefix safe.Text = "typing: "

// keyHint is what an intent does on a screen, in a word or three.
type keyHint struct {
	in   keys.Intent
	what safe.Text
}

// keyLine is the line of keys, most used first; help is always its last. The
// prefix is "typing: " while a field is typed in.
func keyLine(sh *shared, prefix safe.Text, hints ...keyHint) frame.Keys {
	name := sh.keys.Key
	if prefix != "" {
		name = sh.keys.KeyTyping
	}
	k := frame.Keys{Prefix: prefix, Last: frame.Key{Name: safe.Clean(name(keys.Help)), What: "help", Tag: string(keys.Help)}}
	for _, h := range hints {
		shown := name(h.in)
		switch h.in {
		case keys.MoveDown:
			shown = name(keys.MoveUp) + " " + shown
		case keys.MoveLater:
			shown = strings.TrimSpace(shown + " " + name(keys.MoveEarlier))
		}
		if shown != "" {
			k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(shown), What: h.what, Tag: string(h.in)})
		}
	}
	return k
}

// keyed reads "open instances|move-left/move-right column" as intents and what
// they do, for the line of keys. Two side by side are shown by their shortest.
func keyed(sh *shared, s safe.Text) frame.Keys { return keysOf(s, sh.keys.Key, sh.keys.Short) }

// keyedTyping is keyed for a screen with a field.
func keyedTyping(sh *shared, s safe.Text) frame.Keys {
	k := keysOf(s, sh.keys.KeyTyping, sh.keys.KeyTyping)
	k.Prefix = typingPrefix
	return k
}

func keysOf(s safe.Text, one, pair func(keys.Intent) string) frame.Keys {
	var k frame.Keys
	for part := range strings.SplitSeq(string(s), "|") {
		intents, what, _ := strings.Cut(part, " ")
		first, second, two := strings.Cut(intents, "/")
		shown := one(keys.Intent(first))
		if two {
			shown = pair(keys.Intent(first)) + " " + pair(keys.Intent(second))
		}
		k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(shown), What: safe.Clean(what), Tag: first})
	}
	return k
}

// spell writes the keys into a sentence of ours: "{why} why" is "w why".
func (sh *shared) spell(sentence string) safe.Text {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return safe.Clean(b.String())
		}
		intent, after, _ := strings.Cut(rest, "}")
		b.WriteString(sh.keys.Key(keys.Intent(intent)))
		sentence = after
	}
}
