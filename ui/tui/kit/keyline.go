package kit

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// TypingPrefix begins the line of keys while a field is typed in.
const TypingPrefix safe.Text = "typing: "

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
