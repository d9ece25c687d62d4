package widget

import (
	"strings"
	"unicode"

	"ralsh/ui/safe"
)

// Field is a line of text to edit. The cursor moves by whole characters as a
// reader perceives them.
type Field struct {
	text   string   // the whole text
	parts  []string // the characters of the text
	cursor int      // index in parts of the character after the cursor
	at     int      // bytes of the text before the cursor
	secret bool
	exact  bool
}

// NewField makes a field for a search, with the cursor at the end of the text.
// Typed and pasted text is cleaned first, so that the field contains exactly
// what it shows. A secret field shows neither its characters nor their number.
func NewField(text string, secret bool) *Field {
	f := &Field{secret: secret}
	f.fill(text, "")
	return f
}

// NewValueField makes a field for a value. It keeps newlines and control
// characters, and shows them as \n and \x1b.
func NewValueField(text string, secret bool) *Field {
	f := &Field{secret: secret, exact: true}
	f.fill(text, "")
	return f
}

// fill sets the text before and after the cursor.
func (f *Field) fill(before, after string) {
	if !f.exact {
		before, after = string(safe.Clean(before)), string(safe.Clean(after))
	}
	f.text = before + after
	f.parts = safe.Graphemes(f.text)
	f.cursor, f.at = 0, 0
	for f.cursor < len(f.parts) && f.at < len(before) {
		f.at += len(f.parts[f.cursor])
		f.cursor++
	}
}

// Value returns the text, even if it is secret.
func (f *Field) Value() string { return f.text }

// String returns the text that may be shown. It keeps a secret out of logs and
// dumps of messages.
func (f *Field) String() string {
	if f.secret {
		return "[hidden]"
	}
	return f.Value()
}

// GoString is String, for %#v.
func (f *Field) GoString() string { return f.String() }

// Press applies a key to the field. key is its name and text the text that it
// types. Press returns false if the field does not use the key.
func (f *Field) Press(key, text string) bool {
	switch key {
	case "left":
		f.left()
	case "right":
		f.right()
	case "home":
		f.cursor, f.at = 0, 0
	case "end":
		f.cursor, f.at = len(f.parts), len(f.text)
	case "backspace":
		f.remove(f.cursor-1, f.cursor)
	case "delete":
		f.remove(f.cursor, f.cursor+1)
	case "ctrl+u":
		f.Clear()
	case "ctrl+w":
		f.deleteWord()
	default:
		if text == "" {
			return false
		}
		f.Insert(text)
	}
	return true
}

// Insert inserts typed or pasted text at the cursor. It removes the newlines at
// the end of a single line, which are usually copied by accident. A terminal
// pastes a newline as a carriage return.
func (f *Field) Insert(text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if line := strings.TrimRight(text, "\n"); !f.exact || !strings.Contains(line, "\n") {
		text = line
	}
	f.splice(f.cursor, text)
}

// Clear empties the field.
func (f *Field) Clear() { f.text, f.parts, f.cursor, f.at = "", nil, 0, 0 }

// deleteWord deletes the word before the cursor, with the blanks after it.
func (f *Field) deleteWord() {
	from := f.cursor
	for from > 0 && blank(f.parts[from-1]) {
		from--
	}
	for from > 0 && !blank(f.parts[from-1]) {
		from--
	}
	f.remove(from, f.cursor)
}

// View returns the field in brackets, with the given width, and the cell of the
// cursor. Of a longer text it shows the part around the cursor.
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
	// After the last character the cursor needs a cell.
	from, used := f.cursor, 1
	if f.cursor < len(f.parts) {
		used = max(1, f.wide(f.cursor))
	}
	for from > 0 && used+f.wide(from-1) <= room {
		from--
		used += f.wide(from)
	}
	var shown safe.Text
	if from > 0 {
		// The mark for the hidden text on the left replaces the first cells.
		lost := 0
		for from < f.cursor && lost < 1 {
			lost += f.wide(from)
			from++
		}
		if lost > 0 {
			shown = safe.Clean(ellipsis) + safe.Blank(lost-1)
		}
	}
	caret = 1 + shown.Width()
	for i := from; i < len(f.parts) && (i <= f.cursor || shown.Width() <= room); i++ {
		if i < f.cursor {
			caret += f.wide(i)
		}
		shown += safe.Clean(f.parts[i])
	}
	return "[" + shown.Cut(room, ellipsis).Pad(room) + "]", min(caret, width-1)
}

// Line is View without the brackets.
func (f *Field) Line(width int, ellipsis string) (line safe.Text, caret int) {
	view, caret := f.View(width+2, ellipsis)
	if f.secret || len(view) < 2 {
		return view, caret
	}
	return view[1 : len(view)-1], caret - 1
}

// wide returns the number of cells of a character as it is shown.
func (f *Field) wide(i int) int { return safe.Clean(f.parts[i]).Width() }

// remove removes characters next to the cursor.
func (f *Field) remove(from, to int) {
	from, to = max(0, from), min(len(f.parts), to)
	for f.cursor > from {
		f.left()
	}
	if from < to {
		f.splice(to, "")
	}
}

func blank(part string) bool {
	return strings.TrimFunc(part, unicode.IsSpace) == ""
}

// NewValueFieldAt is NewValueField with the cursor between two texts.
func NewValueFieldAt(before, after string) *Field {
	f := &Field{exact: true}
	f.fill(before, after)
	return f
}

// Before returns the text before the cursor.
func (f *Field) Before() string { return f.text[:f.at] }
