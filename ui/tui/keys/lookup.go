package keys

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table maps keys to intents. It is a value: Remap returns a new Table.
type Table struct{ bindings []Binding }

// Bindings returns a copy of the rows of the table in their order.
func (t Table) Bindings() []Binding { return append([]Binding(nil), t.bindings...) }

// Lookup returns the intent of a key on a screen, and whether the key has an
// intent. The key is named as tea.KeyPressMsg.String() does. While typing, each
// key that types a character means Type.
func (t Table) Lookup(where Where, key string) (Intent, bool) {
	if where&Typing != 0 {
		if isText(key) {
			return Type, true
		}
		where = Typing
	}
	for i := range t.bindings {
		if t.bindings[i].Where&where == 0 {
			continue
		}
		if slices.Contains(t.bindings[i].Keys(), key) {
			return t.bindings[i].Intent, true
		}
	}
	return "", false
}

// Works reports whether an intent has a meaning on a screen.
func (t Table) Works(where Where, intent Intent) bool {
	return slices.ContainsFunc(t.bindings, func(b Binding) bool { return b.Intent == intent && b.Where&where != 0 })
}

// Of returns the row of the table that contains a key, on any screen except
// while typing.
func (t Table) Of(key string) (Binding, bool) {
	for _, b := range t.bindings {
		if b.Where&allButTyping != 0 && slices.Contains(b.Keys(), key) {
			return b, true
		}
	}
	return Binding{}, false
}

// Key returns the first key of an intent as it is shown, or "".
func (t Table) Key(intent Intent) string { return t.first(intent, allButTyping) }

// KeyTyping returns the first key of an intent that works while typing.
func (t Table) KeyTyping(intent Intent) string { return t.first(intent, Typing) }

func (t Table) first(intent Intent, where Where) string {
	for i := range t.bindings {
		b := &t.bindings[i]
		if b.Intent != intent {
			continue
		}
		if usable := b.usable(where); len(usable) > 0 {
			return Shown(usable[0])
		}
	}
	return ""
}

// Short returns the shortest key of an intent, for places where two keys are
// shown side by side.
func (t Table) Short(intent Intent) string {
	short := t.Key(intent)
	for _, b := range t.bindings {
		for _, key := range b.Keys() {
			if b.Intent == intent && len(Shown(key)) < len(short) {
				short = Shown(key)
			}
		}
	}
	return short
}

// isText reports whether a key types a character. The names of other keys are
// ASCII and longer than a rune. A character of several runes contains a rune
// that is not ASCII.
func isText(key string) bool {
	if key == "space" || utf8.RuneCountInString(key) == 1 {
		return true
	}
	return strings.ContainsFunc(key, func(r rune) bool { return r >= utf8.RuneSelf })
}
