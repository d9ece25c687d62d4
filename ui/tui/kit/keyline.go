package kit

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// TypingPrefix begins the line of keys while a field is typed in.
const TypingPrefix safe.Text = "typing: "

// KeyHint is what an intent does on a screen, in a word or three.
type KeyHint struct {
	In   keys.Intent
	What safe.Text
}

// KeyLine is the line of keys, most used first; help is always its last. The
// prefix is "typing: " while a field is typed in.
func KeyLine(sh *Shared, prefix safe.Text, hints ...KeyHint) frame.Keys {
	name := sh.Keys.Key
	if prefix != "" {
		name = sh.Keys.KeyTyping
	}
	k := frame.Keys{Prefix: prefix, Last: frame.Key{Name: safe.Clean(name(keys.Help)), What: "help", Tag: string(keys.Help)}}
	for _, h := range hints {
		shown := name(h.In)
		switch h.In {
		case keys.MoveDown:
			shown = name(keys.MoveUp) + " " + shown
		case keys.MoveLater:
			shown = strings.TrimSpace(shown + " " + name(keys.MoveEarlier))
		}
		if shown != "" {
			k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(shown), What: h.What, Tag: string(h.In)})
		}
	}
	return k
}

// ScreenKeys reads "open instances|move-left/move-right column" as intents and what
// they do, for the line of keys. Two side by side are shown by their shortest.
func ScreenKeys(sh *Shared, s safe.Text) frame.Keys { return keysOf(s, sh.Keys.Key, sh.Keys.Short) }

// TypingKeys is keyed for a screen with a field.
func TypingKeys(sh *Shared, s safe.Text) frame.Keys {
	k := keysOf(s, sh.Keys.KeyTyping, sh.Keys.KeyTyping)
	k.Prefix = TypingPrefix
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

// Spell writes the keys into a sentence of ours: "{why} why" is "w why".
func (sh *Shared) Spell(sentence string) safe.Text {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return safe.Clean(b.String())
		}
		intent, after, _ := strings.Cut(rest, "}")
		b.WriteString(sh.Keys.Key(keys.Intent(intent)))
		sentence = after
	}
}
