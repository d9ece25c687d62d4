package widget

import (
	"strings"
	"unicode"

	"ralsh/ui/safe"
)

// Field is one line to type in. Its text is what is seen: what is typed or
// pasted is cleaned before it goes in. The cursor moves by whole characters as
// a reader takes them.
type Field struct {
	parts  []safe.Text
	cursor int // before parts[cursor]
	secret bool
}

// NewField makes a field with a text and the cursor at its end. A secret one
// never shows a character, nor how many there are.
func NewField(text string, secret bool) *Field {
	return &Field{parts: safe.Clean(text).Graphemes(), cursor: len(safe.Clean(text).Graphemes()), secret: secret}
}

// Value is the text in the field, a secret too.
func (f *Field) Value() string { return join(f.parts) }

// String is what may be shown of the field; it keeps a secret out of logs and
// dumps of messages.
func (f *Field) String() string {
	if f.secret {
		return "[hidden]"
	}
	return f.Value()
}

// GoString is String, for %#v.
func (f *Field) GoString() string { return f.String() }

// Press does what a key does to the field: key is its name, text what it
// types. It is false for a key that is none of the field's.
func (f *Field) Press(key, text string) bool {
	switch key {
	case "left":
		f.cursor = max(0, f.cursor-1)
	case "right":
		f.cursor = min(len(f.parts), f.cursor+1)
	case "home":
		f.cursor = 0
	case "end":
		f.cursor = len(f.parts)
	case "backspace":
		f.remove(f.cursor-1, f.cursor)
	case "delete":
		f.remove(f.cursor, f.cursor+1)
	case "ctrl+u":
		f.Clear()
	case "ctrl+w":
		f.DeleteWord()
	default:
		if text == "" {
			return false
		}
		f.Insert(text)
	}
	return true
}

// Insert puts typed or pasted text before the cursor. Newlines at its end are
// what copying a line brings along; they are left out.
func (f *Field) Insert(text string) {
	text = strings.TrimRight(text, "\r\n")
	before := join(f.parts[:f.cursor])
	after := join(f.parts[f.cursor:])
	// A mark typed after its letter makes one character with it, so what
	// stands around is split anew.
	head := safe.Clean(before + text)
	f.parts = safe.Clean(string(head) + after).Graphemes()
	f.cursor = 0
	for n := 0; f.cursor < len(f.parts) && n < len(head); f.cursor++ {
		n += len(f.parts[f.cursor])
	}
}

// Clear empties the field.
func (f *Field) Clear() { f.parts, f.cursor = nil, 0 }

// DeleteWord deletes back to the beginning of a word, and the blanks behind it.
func (f *Field) DeleteWord() {
	from := f.cursor
	for from > 0 && blank(f.parts[from-1]) {
		from--
	}
	for from > 0 && !blank(f.parts[from-1]) {
		from--
	}
	f.remove(from, f.cursor)
}

// View is the field in brackets, so many cells wide, and the cell of it where
// the cursor stands. A longer text shows the part around the cursor.
func (f *Field) View(width int, ellipsis string) (view safe.Text, caret int) {
	if f.secret {
		const hidden safe.Text = "[hidden]"
		return hidden.Cut(width, ellipsis), max(0, min(len(hidden), width)-1)
	}
	const brackets safe.Text = "[]"
	room := width - len(brackets)
	if room < 1 {
		return brackets.Cut(width, ellipsis), 0
	}
	// The cursor needs a cell of its own behind the last character.
	from, used := f.cursor, 1
	if f.cursor < len(f.parts) {
		used = max(1, f.parts[f.cursor].Width())
	}
	for from > 0 && used+f.parts[from-1].Width() <= room {
		from--
		used += f.parts[from].Width()
	}
	var shown safe.Text
	if from > 0 {
		// The first cells give way to the mark of what is to the left.
		lost := 0
		for from < f.cursor && lost < 1 {
			lost += f.parts[from].Width()
			from++
		}
		if lost > 0 {
			shown = safe.Clean(ellipsis) + safe.Blank(lost-1)
		}
	}
	caret = 1 + shown.Width()
	for i := from; i < len(f.parts) && (i <= f.cursor || shown.Width() <= room); i++ {
		if i < f.cursor {
			caret += f.parts[i].Width()
		}
		shown += f.parts[i]
	}
	return "[" + shown.Cut(room, ellipsis).Pad(room) + "]", min(caret, width-1)
}

func (f *Field) remove(from, to int) {
	from, to = max(0, from), min(len(f.parts), to)
	if from >= to {
		return
	}
	kept := join(f.parts[:from])
	f.parts = safe.Clean(kept + join(f.parts[to:])).Graphemes()
	f.cursor = min(from, len(f.parts))
}

func blank(t safe.Text) bool {
	return strings.TrimFunc(string(t), unicode.IsSpace) == ""
}

func join(parts []safe.Text) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(string(p))
	}
	return b.String()
}
