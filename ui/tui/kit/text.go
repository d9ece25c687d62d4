package kit

import (
	"slices"
	"strings"
	"time"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Paragraph returns the first paragraph of a Markdown text as a line, without
// backquotes.
func Paragraph(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.ReplaceAll(strings.Join(strings.Fields(first), " "), "`", "")
}

// RowsOf wraps a text after the margin into at most most rows. If it does not
// fit, the last row is longer than the pane, which marks it as cut.
func RowsOf(t safe.Text, width, most int) []frame.Line {
	if t == "" || most < 1 {
		return nil
	}
	var rows []frame.Line
	// The invisible part is not wrapped, because a value can have a megabyte.
	room := max(1, width-frame.Margin)
	lines := Wrap(t.Cut((most+2)*room, safe.Ellipsis), room)
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], lines[most-1]+" "+lines[most])
	}
	for _, line := range lines {
		rows = append(rows, frame.Text(line))
	}
	return rows
}

// SignedRow returns a row with a sign.
func SignedRow(sign frame.Sign, t safe.Text) frame.Row {
	r := frame.Text(t)
	r.Sign = sign
	return r
}

// RowsText formats the visible rows of a list: "rows 3-17 of 17".
func RowsText(from, to, of int) safe.Text {
	return "rows " + words.Count(from) + "-" + words.Count(to) + " of " + words.Count(of)
}

// Position formats the position of the cursor in a list: "22 of 24".
func Position[T any](l *widget.List[T]) safe.Text {
	at, of := l.Position()
	if of == 0 {
		return ""
	}
	return words.Count(at) + " of " + words.Count(of)
}

// Clock formats a time to the second.
func Clock(t time.Time) safe.Text {
	if t.IsZero() {
		return ""
	}
	return safe.Clean(t.Format("15:04:05"))
}

// Plural selects the singular or the plural.
func Plural(n int, one, many safe.Text) safe.Text {
	if n == 1 {
		return one
	}
	return many
}

// TimeRoom returns the width of the time on the right, or 0 if it does not fit.
func TimeRoom(rooms frame.Layout) int {
	if rooms.Split {
		return 10
	}
	return 0
}

// Wrap breaks a text at its blanks into lines of at most width cells. It breaks
// a longer word after a slash or similar character if possible.
func Wrap(t safe.Text, width int) []safe.Text {
	width = max(1, width)
	var lines []safe.Text
	var line safe.Text
	for word := range strings.SplitSeq(string(t), " ") {
		next := safe.Clean(word)
		if line != "" {
			next = line + " " + next
		}
		if next.Width() <= width {
			line = next
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = safe.Clean(word); ; {
			head := line.Cut(width, "")
			if head == line {
				break
			}
			if head == "" {
				return append(lines, line)
			}
			head = joint(head)
			lines, line = append(lines, head), line[len(head):]
		}
	}
	return append(lines, line)
}

// joint returns the start of a word up to its last slash or similar character,
// so that a path is broken between its parts. It returns the whole word if the
// result would be shorter than half.
func joint(word safe.Text) safe.Text {
	if at := strings.LastIndexAny(string(word), "/=,:-"); at+1 > len(word)/2 {
		return word[:at+1]
	}
	return word
}

// AllowedWords returns the values that an attribute accepts with a provider,
// for users.
func AllowedWords(a *ral.Attribute, p *ral.Provider) []string {
	literals, patterns := a.AllowedText(p)
	return InWords(append(literals, patterns...))
}

// InWords replaces the patterns that match almost any text with "any text",
// once.
func InWords(allowed []string) []string {
	var list []string
	for _, w := range allowed {
		switch w {
		case "/./", "/.+/", "/.*/", "/^.+$/", "/^.*$/", "//":
			w = "any text"
		}
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// ShownValue formats a property as lists show it.
func ShownValue(inst *ral.Instance, attr string) string {
	a := inst.Type.Attr(attr)
	if a == nil || !inst.Known(attr) {
		return ""
	}
	return notation.ShowIs(a, inst.Get(attr))
}

// WhenText formats a time in the time zone of the screens.
func WhenText(sh *Shared, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(sh.Now().Location()).Format("2006-01-02 15:04:05")
}

// StateWord returns the state of a run: done, failed, stopped, cut off,
// running, not begun.
func StateWord(rec *journal.Record) string {
	switch rec.Status {
	case "changed", "unchanged":
		return "done"
	case "":
		return "unreadable"
	}
	return words.RunState(rec)
}

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
