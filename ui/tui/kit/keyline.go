package kit

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// TypingPrefix begins the line of keys while the user types in a field.
const TypingPrefix safe.Text = "typing: "

// Spell replaces intents in a sentence with their keys: "{why} explain" becomes "w
// explain".
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
