package edit

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/rawtext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// textEdit edits the value of a field as a text of several lines, instead of
// the form.
type textEdit struct {
	*textBuffer
	top, page int // the first visible line, and the number of visible lines
}

// openText opens a value of several lines.
func (e *Screen) openText(f draft.Field, text string, set bool) tea.Cmd {
	if !set && f.Is.Kind() == value.Symbol && !f.Is.IsAbsent() {
		return kit.SayUnavailable(safe.Clean(f.Attr.Name) + e.sh.Spell(": the content is binary or larger than 1 MiB, so ralsh read only its checksum; {edit-in-editor} replaces the content"))
	}
	e.lines = &textEdit{textBuffer: newTextBuffer(text), page: 10}
	e.commands = false
	return e.stale()
}

func (e *Screen) textActions() kit.Actions {
	b := e.lines
	types := func(text string) func() tea.Cmd {
		return func() tea.Cmd {
			b.insert(text)
			return e.assign(b.text())
		}
	}
	leaves := func(commands bool) func() tea.Cmd {
		return func() tea.Cmd {
			e.lines, e.commands = nil, commands
			return e.stopTyping()
		}
	}
	return kit.Actions{
		{In: keys.Back, Hint: "stop", Do: leaves(true)},
		{In: keys.Open, Hint: "add line", Do: types("\n")},
		{In: keys.NextPane, Hint: "add tab", Do: types("\t")},
		{In: keys.PreviousPane, Hint: "close", Do: leaves(false)},
		{In: keys.Clear, Hint: "clear line"},
		{In: keys.NextValue, Name: "move down a line", Do: kit.Does(func() { b.move(1) })},
		{In: keys.PreviousValue, Name: "move up a line", Do: kit.Does(func() { b.move(-1) })},
	}
}

func (e *Screen) pressLines(key tea.KeyPressMsg) tea.Cmd {
	if e.lines.press(key.String(), key.Text, max(1, e.lines.page-1)) {
		return e.assign(e.lines.text())
	}
	return nil
}

// textView draws the text that is edited instead of the form.
type textView struct {
	*Screen
	marks rawtext.Marks
}

// view draws the text, a legend of its marks, its difference to the current
// text, and the planned commands.
func (e textView) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	f := e.current()
	b := e.lines
	split, pane := 0, width
	var foot frame.Foot
	if rooms.Split {
		split = rooms.Divide(62, 0)
		pane = frame.BoxWidth(split)
		rooms.Body -= 2
	} else if height >= frame.FootHeight {
		foot.Lines = e.textDifference(width, frame.FootRoom(height))
		rooms = frame.Arrange(width, height, foot)
	}
	var legend []frame.Line
	if split > 0 && height >= frame.AiryHeight {
		legend = e.legend(pane)
	}
	wrong := e.wrongText(f, pane)
	b.page = max(1, rooms.Body-1-len(wrong)-len(legend)-min(1, len(legend)))
	b.top = max(0, min(b.top, len(b.lines)-b.page))
	if b.at < b.top || b.at >= b.top+b.page {
		b.top = max(0, b.at-b.page/2)
	}
	head := frame.Ruler{
		Title: safe.Clean(f.Attr.Name), Sub: "desired content", Focus: true,
		Evidence: "line " + words.Count(b.at+1) + " of " + words.Count(max(b.at+1, b.count())) + ", column " + words.Count(e.marks.Column(b.lines[b.at].Text[:min(b.col(), 4*width)], b.col())+1),
	}
	head = head.Scrolled(frame.Rows(b.top+1, min(b.top+b.page, len(b.lines)), len(b.lines)))
	left := []frame.Line{head}
	for i := b.top; i < min(b.top+b.page, len(b.lines)); i++ {
		left = append(left, e.textRow(i, pane))
	}
	left = append(left, wrong...)
	block := frame.One(left)
	if split > 0 {
		wide := frame.BoxWidth(width - split)
		would := append([]frame.Line{frame.Ruler{Title: "commands", Evidence: e.certainty()}}, fieldDetail{e.Screen, wide}.would()...)
		rest := rooms.Body - len(would) - 1
		// The panes keep their height, so that an additional line moves no row.
		left = filled(left, 1+b.page+len(wrong))
		block = frame.Block{{Lines: left, Width: split, Under: legend}, {Lines: filled(e.textDifference(wide, rest), rest), Under: would}}
	}
	return frame.Content{
		Body: []frame.Block{block}, Foot: foot, Message: e.message(width, height), Kept: "1 draft",
		Keys: e.keyLine(),
	}
}

// filled adds blank lines up to the given number of lines.
func filled(lines []frame.Line, most int) []frame.Line {
	for len(lines) < most {
		lines = append(lines, nil)
	}
	return lines
}

// wrongText returns the message that a text is invalid or would be rejected,
// shown below it.
func (e textView) wrongText(f draft.Field, width int) []frame.Line {
	text := e.answer(f)
	if f.State == draft.FieldInvalid {
		text = answer{f.Message, true}
	}
	if !text.refuses {
		return nil
	}
	var rows []frame.Line
	for i, part := range kit.Wrap(safe.Start(text.text, 3*width).Cut(3*width, e.sh.Mode.Ellipsis()), width-frame.Margin-1) {
		row := frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: part, Style: theme.Danger}}}
		if i == 0 {
			row.Sign = frame.SignNeeds
		}
		rows = append(rows, row)
	}
	return rows
}

// textRow returns a line of the text, with its number and whether it changed.
func (e textView) textRow(i, width int) frame.Line {
	b := e.lines
	digits := max(3, words.Count(len(b.lines)).Width())
	at := frame.Margin + digits + 2
	row := frame.Row{Cursor: i == b.at}
	if e.live.changed[i+1] && e.live.shown == e.live.gen {
		row.Sign = frame.SignChanges
	}
	number := words.Count(i + 1)
	if b.last(i) {
		number = ""
	}
	row.Cells = append(row.Cells, frame.Cell{At: frame.Slot{Col: frame.Margin, Width: digits, Right: true}, Text: number, Style: theme.Dim})
	room := max(4, width-at)
	line := b.lines[i]
	if i == b.at {
		line.Text, row.Caret = e.windowed(line.Text, room)
		row.Caret += at
	}
	spans := e.marks.Spans(line, room, e.sh.Mode.Ellipsis())
	if len(spans) > 0 {
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(at), Text: spans[0].Text, Style: spans[0].Style, More: spans[1:]})
	}
	return row
}

// windowed returns the visible part of the line with the cursor, and the cell
// of the cursor in it.
func (e textView) windowed(text string, room int) (string, int) {
	at := e.lines.col()
	if at <= 4*room {
		if col := e.marks.Column(text, at); col < room-1 {
			return text, col
		}
	}
	from := max(0, at-room/2)
	for from > 0 && from < len(text) && text[from]&0xc0 == 0x80 {
		from--
	}
	return text[from:], min(room-1, e.marks.Column(text[from:], at-from))
}

// legend explains the marks in the text, with counts.
func (e textView) legend(width int) []frame.Line {
	lines := []frame.Line{frame.Title("symbols", "", false), nil}
	n := e.live.counts
	put := func(mark safe.Text, style theme.Token, what, count safe.Text) {
		lines = append(lines, frame.Row{Cells: []frame.Cell{
			{At: frame.At(frame.Margin), Text: mark, Style: style}, {At: frame.At(frame.Margin + 6), Text: what},
		}, Evidence: count})
	}
	end := words.Count(n.ends)
	if n.ends > 0 && n.open {
		end += ", no newline at the end"
	}
	put(e.marks.LineEnd, theme.Dim, "end of a line", end)
	if n.crlf > 0 {
		put(`\r`+e.marks.LineEnd, theme.Danger, "end of a line, CR LF", words.Count(n.crlf))
	}
	if n.tabs > 0 {
		put(e.marks.Tab, theme.Dim, "a tab, to the next 8th column", words.Count(n.tabs))
	}
	if n.blanks > 0 {
		put(e.marks.Blank, theme.Trailing, "a blank at the end of a line", words.Count(n.blanks))
	}
	if n.escapes > 0 {
		put(`\n`, theme.Info, "a backslash and a letter, as typed", words.Count(n.escapes))
	}
	if n.unusual > 0 {
		put(`\x1b`, theme.Danger, "an invisible byte", words.Count(n.unusual))
	}
	kind := safe.Text("text, UTF-8")
	if n.invalid {
		kind = "not UTF-8; ralsh keeps every byte"
	}
	lines = append(lines, nil, frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: "kind", Style: theme.Muted}, {At: frame.At(frame.Margin + 6), Text: kind}}})
	return append(lines, frame.Row{Cells: []frame.Cell{
		{At: frame.At(frame.Margin), Text: "size", Style: theme.Muted}, {At: frame.At(frame.Margin + 6), Text: words.CountOf(n.bytes, "byte") + ", " + words.CountOf(e.lines.count(), "line")},
	}})
}

func (e textView) textDifference(width, most int) []frame.Line {
	lines := []frame.Line{frame.Ruler{Title: safe.Clean("is " + e.sh.Mode.Glyphs().Arrow + " should"), Evidence: e.certainty()}}
	if e.live.note != "" {
		return append(lines, kit.MutedRows(e.live.note, width-1)...)
	}
	if len(e.live.hunks) == 0 {
		return append(lines, frame.Prose("no difference"))
	}
	numbers := plantext.LineNumbers(e.live.hunks)
	for _, h := range e.live.hunks {
		for _, line := range h.Lines {
			if line.Side == widget.Marks {
				continue
			}
			for _, part := range line.Lines(width-numbers-6, most) {
				if len(lines) >= most {
					return append(lines[:len(lines)-1], frame.Prose("more in the difference"))
				}
				lines = append(lines, frame.Row{Cells: part.Cells(numbers+3, numbers)})
			}
		}
	}
	return lines
}

// textCounts counts the characters that look alike in a text without marks.
type textCounts struct {
	bytes, ends, crlf, tabs, blanks, escapes, unusual int
	open, invalid                                     bool
}

func countText(text string) textCounts {
	n := textCounts{bytes: len(text), open: !strings.HasSuffix(text, "\n")}
	for _, line := range rawtext.LinesOf(text) {
		if line.End != "" {
			n.ends++
		}
		if line.End == "\r\n" {
			n.crlf++
		}
		n.blanks += len(line.Text) - len(strings.TrimRight(line.Text, " "))
		for i := 0; i < len(line.Text); i++ {
			switch c := line.Text[i]; {
			case c == '\t':
				n.tabs++
			case c < ' ' || c == 0x7f:
				n.unusual++
			case rawtext.Escapes(line.Text[i:]):
				n.escapes++
				i++
			}
		}
	}
	n.invalid = strings.ToValidUTF8(text, "") != text
	return n
}
