package keys

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// specialKeys returns the keys that type no character, as Bubble Tea names
// them.
func specialKeys() []string {
	names := []string{
		"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "tab", "enter", "esc", "space",
		"backspace", "delete", "insert",
	}
	for n := 1; n <= 12; n++ {
		names = append(names, "f"+strconv.Itoa(n))
	}
	return names
}

// keyNames returns the name of each key that is not a single character.
func keyNames() []string {
	names := specialKeys()
	for _, held := range []string{"ctrl+", "alt+", "shift+"} {
		for _, key := range specialKeys() {
			names = append(names, held+key)
		}
	}
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, "ctrl+"+string(c), "alt+"+string(c), "ctrl+alt+"+string(c))
	}
	return names
}

// keyName returns the name that Bubble Tea has for a key, and whether the key
// exists.
func keyName(key string) (name string, known bool) {
	if r, size := utf8.DecodeRuneInString(key); size == len(key) && key != " " {
		return key, unicode.IsGraphic(r)
	}
	name = strings.ToLower(key)
	// A terminal sends the same byte for some of these pairs.
	for _, alias := range [][2]string{
		{" ", "space"},
		{"pgdn", "pgdown"},
		{"pageup", "pgup"},
		{"pagedown", "pgdown"},
		{"escape", "esc"},
		{"return", "enter"},
		{"del", "delete"},
		{"ins", "insert"},
		{"ctrl+i", "tab"},
		{"ctrl+m", "enter"},
		{"ctrl+[", "esc"},
	} {
		if name == alias[0] {
			name = alias[1]
		}
	}
	return name, slices.Contains(keyNames(), name)
}

// Shown formats a key for users: F1 for f1.
func Shown(key string) string {
	if len(key) > 1 && key[0] == 'f' && strings.Trim(key[1:], "0123456789") == "" {
		return "F" + key[1:]
	}
	return key
}
