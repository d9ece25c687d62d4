package widget

import (
	"strings"
	"unicode"

	"ralsh/ui/safe"
)

// Field is one line to type in. The cursor moves by whole characters as a reader
// takes them.
type Field struct {
	text   string   // the whole
	parts  []string // of it, one character each
	cursor int      // before parts[cursor]
	at     int      // bytes of the text before the cursor
	secret bool
	exact  bool
}

// NewField makes a field for what is looked for, with a text and the cursor at its
// end. Its text is what is seen: what is typed or pasted is cleaned before it goes
// in. A secret one never shows a character, nor how many there are.
func NewField(text string, secret bool) *Field {
	f := &Field{secret: secret}
	f.fill(text, "")
	return f
}

// NewValueField is NewField for a value: what is typed and pasted stays what it is,
// newlines and controls too, and they are shown as \n and \x1b.
func NewValueField(text string, secret bool) *Field {
	f := &Field{secret: secret, exact: true}
	f.fill(text, "")
	return f
}

// fill is the text before the cursor and behind it.
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

// Value is the text in the field, a secret too.
func (f *Field) Value() string { return f.text }

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
		f.DeleteWord()
	default:
		if text == "" {
			return false
		}
		f.Insert(text)
	}
	return true
}

// Insert puts typed or pasted text before the cursor. Newlines at the end of one
// line are what copying it brings along; they are left out. A terminal pastes a
// newline as a carriage return.
func (f *Field) Insert(text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if line := strings.TrimRight(text, "\n"); !f.exact || !strings.Contains(line, "\n") {
		text = line
	}
	f.splice(f.cursor, text)
}

// Clear empties the field.
func (f *Field) Clear() { f.text, f.parts, f.cursor, f.at = "", nil, 0, 0 }

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
// the cursor is. A longer text shows the part around the cursor.
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
		used = max(1, f.wide(f.cursor))
	}
	for from > 0 && used+f.wide(from-1) <= room {
		from--
		used += f.wide(from)
	}
	var shown safe.Text
	if from > 0 {
		// The first cells give way to the mark of what is to the left.
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

// wide is how many cells a character takes as it is shown.
func (f *Field) wide(i int) int { return safe.Clean(f.parts[i]).Width() }

// remove removes characters on one side of the cursor.
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

// Before is the text before the cursor.
func (f *Field) Before() string { return f.text[:f.at] }
