package keys

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table says what keys mean. It is a value: Remap makes another.
type Table struct{ bindings []Binding }

// Bindings are the rows of the table in their order.
func (t Table) Bindings() []Binding { return append([]Binding(nil), t.bindings...) }

// Lookup says what a key, named as tea.KeyPressMsg.String() does, means on a
// screen; false if nothing. While Typing each key that is text means Type.
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
		for _, k := range t.bindings[i].Keys {
			if k == key {
				return t.bindings[i].Intent, true
			}
		}
	}
	return "", false
}

// Works reports whether an intent has a meaning on a screen.
func (t Table) Works(where Where, intent Intent) bool {
	return slices.ContainsFunc(t.bindings, func(b Binding) bool { return b.Intent == intent && b.Where&where != 0 })
}

// Of is the row of the table that has a key, on whatever screens it works but
// while typing; false if none has.
func (t Table) Of(key string) (Binding, bool) {
	for _, b := range t.bindings {
		if b.Where&allButTyping != 0 && slices.Contains(b.Keys, key) {
			return b, true
		}
	}
	return Binding{}, false
}

// Key is the first key of an intent, as it is shown; "" if it has none.
func (t Table) Key(intent Intent) string { return t.first(intent, allButTyping) }

// KeyTyping is the first key of an intent that works while typing.
func (t Table) KeyTyping(intent Intent) string { return t.first(intent, Typing) }

func (t Table) first(intent Intent, where Where) string {
	for _, b := range t.bindings {
		if usable := b.usable(where); b.Intent == intent && len(usable) > 0 {
			return Shown(usable[0])
		}
	}
	return ""
}

// Short is the shortest key of an intent, for where two are named side by side.
func (t Table) Short(intent Intent) string {
	short := t.Key(intent)
	for _, b := range t.bindings {
		for _, key := range b.Keys {
			if b.Intent == intent && len(Shown(key)) < len(short) {
				short = Shown(key)
			}
		}
	}
	return short
}

// isText says that a key types a character. Names of other keys are longer
// than a rune and ASCII; a character of several runes is not ASCII throughout.
func isText(key string) bool {
	if key == "space" || utf8.RuneCountInString(key) == 1 {
		return true
	}
	return strings.ContainsFunc(key, func(r rune) bool { return r >= utf8.RuneSelf })
}
