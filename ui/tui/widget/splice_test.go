package widget

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ralsh/ui/safe"
)

// A field that is edited anywhere has the same characters as its whole text.
func TestFieldSplitsOnlyAroundTheCursor(t *testing.T) {
	texts := []string{"a", "\u0301", "日", "🇩", "🇪", "👨", "\u200d", "👩", "क", "\u094d", "ष", "\r", "\n", "\x00", "\xff", "1", "\ufe0f", "\u20e3", "각", "ᄀ", "ᅡ", "é b", "🇩🇪🇫🇷"}
	rapid.Check(t, func(t *rapid.T) {
		f := NewValueField(strings.Join(rapid.SliceOfN(rapid.SampledFrom(texts), 0, 12).Draw(t, "text"), ""), false)
		for range 12 {
			switch key := rapid.SampledFrom([]string{"left", "left", "right", "home", "end", "backspace", "delete", "ctrl+w", "type", "type"}).Draw(t, "key"); key {
			case "type":
				f.Insert(rapid.SampledFrom(texts).Draw(t, "typed"))
			default:
				f.Press(key, "")
			}
			whole, before := safe.Graphemes(f.text), 0
			for _, part := range f.parts[:f.cursor] {
				before += len(part)
			}
			if !slices.Equal(f.parts, whole) || before != f.at || f.Value() != strings.Join(f.parts, "") {
				t.Fatalf("%q is split as %q, want %q; %d bytes before the cursor, not %d", f.text, f.parts, whole, before, f.at)
			}
		}
	})
}
