package tui

import (
	"strconv"
	"strings"
	"time"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// paragraph is the first paragraph of a Markdown text as one line, without the
// marks of code and links.
func paragraph(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.ReplaceAll(strings.Join(strings.Fields(first), " "), "`", "")
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	if i := strings.Index(text, ". "); i > 0 {
		return text[:i+1]
	}
	return text
}

// rowsOf are the lines of a text behind the margin, at most so many; if it does
// not fit the last one is longer than the pane, which marks it as cut.
func rowsOf(t safe.Text, width, most int) []frame.Line {
	if t == "" || most < 1 {
		return nil
	}
	var rows []frame.Line
	// What is not shown need not be wrapped: a value can be a megabyte.
	room := max(1, width-frame.Margin)
	lines := wrapped(t.Cut((most+2)*room, safe.Ellipsis), room)
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], lines[most-1]+" "+lines[most])
	}
	for _, line := range lines {
		rows = append(rows, frame.Text(line))
	}
	return rows
}

func signed(sign frame.Sign, t safe.Text) frame.Row {
	r := frame.Text(t)
	r.Sign = sign
	return r
}

// rowsSaid is which rows of a list are seen: "rows 3-17 of 17".
func rowsSaid(from, to, of int) safe.Text {
	return "rows " + widget.Count(from) + "-" + widget.Count(to) + " of " + widget.Count(of)
}

// position is where the cursor of a list is: "22 of 24".
func position[T any](l *widget.List[T]) safe.Text {
	at, of := l.Position()
	if of == 0 {
		return ""
	}
	return widget.Count(at) + " of " + widget.Count(of)
}

func clock(t time.Time) safe.Text {
	if t.IsZero() {
		return ""
	}
	return safe.Clean(t.Format("15:04:05"))
}

func plural(n int, one, many safe.Text) safe.Text {
	if n == 1 {
		return one
	}
	return many
}

func itoa(n int) string { return strconv.Itoa(n) }

// timeRoom is how many cells the time takes at the right, where there is one.
func timeRoom(rooms frame.Layout) int {
	if rooms.Split {
		return 10
	}
	return 0
}
