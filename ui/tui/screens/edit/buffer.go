package edit

import (
	"slices"
	"strings"

	"ralsh/ui/tui/rawtext"
	"ralsh/ui/tui/widget"
)

// textBuffer is a text of several lines that the user edits. Only the line with
// the cursor is a Field, so that the cost of a key depends on the length of
// that line. Text that is not edited keeps its bytes, as does the end of each
// line.
//
// The text area of Bubbles cannot represent a tab, a carriage return or an
// invalid byte, is limited to 10,000 lines, and takes 0.2 s for a key in a
// megabyte.
type textBuffer struct {
	lines []rawtext.Line
	at    int
	field *widget.Field // the field of lines[at]
	want  int           // column in bytes that up and down keep
}

func newTextBuffer(text string) *textBuffer {
	b := &textBuffer{lines: rawtext.LinesOf(text)}
	b.place(0, 0)
	return b
}

func (b *textBuffer) text() string {
	n := 0
	for _, l := range b.lines {
		n += len(l.Text) + len(l.End)
	}
	var s strings.Builder
	s.Grow(n)
	for _, l := range b.lines {
		s.WriteString(l.Text)
		s.WriteString(l.End)
	}
	return s.String()
}

// place moves the cursor to a line, after at bytes.
func (b *textBuffer) place(line, at int) {
	b.at = max(0, min(line, len(b.lines)-1))
	text := b.lines[b.at].Text
	at = max(0, min(at, len(text)))
	b.field = widget.NewValueFieldAt(text[:at], text[at:])
}

// col returns the number of bytes before the cursor in its line.
func (b *textBuffer) col() int { return len(b.field.Before()) }

// last reports whether a line is the empty line after the last newline.
func (b *textBuffer) last(i int) bool {
	return i == len(b.lines)-1 && i > 0 && b.lines[i].Text == ""
}

// count returns the number of lines, without the empty line after the last
// newline.
func (b *textBuffer) count() int {
	if b.last(len(b.lines) - 1) {
		return len(b.lines) - 1
	}
	return len(b.lines)
}

// move moves the cursor by n lines.
func (b *textBuffer) move(n int) {
	want := max(b.want, b.col())
	b.place(b.at+n, want)
	b.want = want
}

// press applies a key to the text. key is its name and text the text that it
// types. It reports whether the text changed.
func (b *textBuffer) press(key, text string, page int) bool {
	if moved := b.moves(key, page); moved {
		return false
	}
	b.want = 0
	line := &b.lines[b.at]
	switch {
	case key == "backspace" && b.col() == 0:
		if b.at == 0 {
			return false
		}
		return b.join(b.at - 1)
	case key == "delete" && b.col() == len(line.Text):
		return b.join(b.at)
	case text != "":
		return b.insert(text)
	}
	if !b.field.Press(key, "") || b.field.Value() == line.Text {
		return false
	}
	line.Text = b.field.Value()
	return true
}

func (b *textBuffer) moves(key string, page int) bool {
	switch {
	case key == "up":
		b.move(-1)
	case key == "down":
		b.move(1)
	case key == "pgup":
		b.move(-page)
	case key == "pgdown":
		b.move(page)
	case key == "left" && b.col() == 0 && b.at > 0:
		b.place(b.at-1, len(b.lines[b.at-1].Text))
	case key == "right" && b.col() == len(b.lines[b.at].Text) && b.at < len(b.lines)-1:
		b.place(b.at+1, 0)
	default:
		return false
	}
	return true
}

// join removes the end of a line.
func (b *textBuffer) join(i int) bool {
	if i >= len(b.lines)-1 {
		return false
	}
	at := len(b.lines[i].Text)
	b.lines[i] = rawtext.Line{Text: b.lines[i].Text + b.lines[i+1].Text, End: b.lines[i+1].End}
	b.lines = slices.Delete(b.lines, i+1, i+2)
	b.place(i, at)
	return true
}

// insert inserts text at the cursor. New lines get the same line end as the
// lines around them.
func (b *textBuffer) insert(text string) bool {
	if text == "" {
		return false
	}
	line := b.lines[b.at]
	if !strings.Contains(text, "\n") {
		b.field = widget.NewValueFieldAt(b.field.Before()+text, line.Text[b.col():])
		b.lines[b.at].Text = b.field.Value()
		return true
	}
	end := line.End
	if end == "" && b.at > 0 {
		end = b.lines[b.at-1].End
	}
	if end == "\r\n" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	fresh := rawtext.LinesOf(b.field.Before() + text)
	at := len(fresh[len(fresh)-1].Text)
	fresh[len(fresh)-1] = rawtext.Line{Text: fresh[len(fresh)-1].Text + line.Text[b.col():], End: line.End}
	b.lines = slices.Replace(b.lines, b.at, b.at+1, fresh...)
	b.place(b.at+len(fresh)-1, at)
	return true
}

// paste inserts text as a terminal pastes it, with carriage returns for
// newlines.
func (b *textBuffer) paste(text string) bool {
	return b.insert(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"))
}
