package edit

import (
	"strings"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// fieldRows draws the fields of the editor in a layout.
type fieldRows struct {
	*Screen
	l editLayout
}

// list returns all fields. from and to are the rows of the current field.
func (e fieldRows) list(airy bool) (lines []frame.Line, from, to int) {
	inProps := e.at < len(e.check.Properties)
	for i := range e.fields() {
		if i == len(e.check.Properties) {
			if airy {
				lines = append(lines, nil)
			}
			lines = append(lines, e.l.head("parameter", "", "value", !inProps))
		}
		if e.hidden(i) {
			continue
		}
		rows := e.rows(i)
		if i == e.at {
			from, to = len(lines), len(lines)+len(rows)-1
		}
		lines = append(lines, rows...)
	}
	if e.seen() == 0 {
		lines = append(lines, frame.Text(e.search.Hides(e.sh, "field", "a sign", "")))
	}
	for _, text := range e.check.General {
		for _, part := range kit.Wrap(safe.Clean(text), e.l.width-frame.Margin) {
			row := frame.Text(part)
			if e.check.Wrong() {
				row.Sign = frame.SignNeeds
			}
			lines = append(lines, row)
		}
	}
	return lines, from, to
}

// rows returns the lines of a field: the field itself, and the messages below
// it.
func (e fieldRows) rows(i int) []frame.Line {
	f := e.nth(i)
	text := e.answer(f)
	here := i == e.at
	if n := e.folded(i); n > 0 {
		text := kit.LackingCount(n, "property", "properties", e.provider)
		if f.Attr.Kind != ral.Property {
			text = kit.LackingCount(n, "parameter", "parameters", e.provider)
		}
		return []frame.Line{frame.Row{Cursor: here, Sign: frame.SignCannot, Muted: true, Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: text}}, Evidence: e.sh.Spell("{open} show all")}}
	}
	row := frame.Row{Cursor: here, Sign: e.sign(f), Evidence: e.verdict(f), Sure: verdictStyle(f.State)}
	switch {
	case text.refuses:
		row.Sign, row.Evidence, row.Sure = frame.SignNeeds, "would fail", theme.Danger
	case f.Needed:
		row.Evidence, row.Sure = "required", theme.Change
	}
	if e.l.narrow() {
		row.Evidence = ""
	}
	row.Muted = f.State == draft.Cannot
	row.Cells = append(row.Cells, frame.Cell{At: e.l.nameSlot(), Text: safe.Clean(f.Attr.Name)})
	if f.State == draft.Cannot {
		return goesOn(row, e.cannot(f))
	}
	var cells []frame.Cell
	if is := e.isText(i); e.l.is > 0 && is != "" {
		cells = append(cells, frame.Cell{At: e.l.isSlot(), Text: is, Style: theme.Muted})
	}
	typed := here && e.field != nil
	if cell, ok := e.value(i); ok && !typed {
		cells = append(cells, cell)
	}
	rows := goesOn(row, cells...)
	if typed {
		rows[0] = e.typedIn(rows[0].(frame.Row), f, text)
	}
	return append(rows, e.below(f, text, here)...)
}

// fewRows is the maximum number of rows of a value in its column. The last row
// of a longer value is cut; the open field or text shows it completely.
const fewRows = 4

// goesOn adds cells to a row, and returns further rows for text that does not
// fit in their slots.
func goesOn(row frame.Row, cells ...frame.Cell) []frame.Line {
	rows := []frame.Row{row}
	for _, c := range cells {
		parts := kit.Wrap(c.Text.Cut((fewRows+1)*c.At.Width, safe.Ellipsis), c.At.Width)
		if len(parts) > fewRows {
			parts = append(parts[:fewRows-1:fewRows-1], parts[fewRows-1]+" "+parts[fewRows])
		}
		more := c.More
		c.More = nil
		for i, part := range parts {
			if i == len(rows) {
				rows = append(rows, frame.Row{Muted: row.Muted})
			}
			if c.Text = part; i == len(parts)-1 && more != nil {
				c.More, c.At.Width = more, 0
			}
			rows[i].Cells = append(rows[i].Cells, c)
		}
	}
	lines := make([]frame.Line, len(rows))
	for i, r := range rows {
		lines[i] = r
	}
	return lines
}

func (e fieldRows) typedIn(row frame.Row, f draft.Field, text answer) frame.Row {
	style := theme.Input
	if f.State == draft.FieldInvalid || text.refuses {
		style = theme.InvalidInput
	}
	width := e.l.field
	var reads []frame.Span
	if reread(f) {
		reads = e.readsSpans(f)
		width = max(8, width-spansWidth(reads))
	}
	view, caret := e.field.View(width, e.sh.Mode.Ellipsis())
	row.Cells = append(row.Cells, frame.Cell{At: frame.At(e.l.should), Text: e.sh.Unbracketed(view), Style: style, More: reads})
	row.Caret = e.l.should + caret
	if f.Attr.Sensitive {
		row.Caret = e.l.should + view.Width()
	}
	return row
}

func spansWidth(spans []frame.Span) int {
	n := 0
	for _, s := range spans {
		n += s.Text.Width()
	}
	return n
}

func (e *form) sign(f draft.Field) frame.Sign {
	own := frame.NoSign
	switch f.State {
	case draft.FieldInSync:
		own = frame.SignInSync
	case draft.Changes:
		own = frame.SignChanges
		if f.Attr.Name == "ensure" && f.Value == "absent" {
			own = frame.SignRemoves
		} else if f.Attr.Name == "ensure" && f.Is.IsAbsent() {
			own = frame.SignAdds
		}
	case draft.FieldInvalid:
		own = frame.SignNeeds
	case draft.Cannot, draft.NeedsRoot:
		own = frame.SignCannot
	case draft.Unreadable:
		own = frame.SignUnknown
	case draft.NotManaged, draft.ReadOnly:
		switch {
		case f.Is.IsUnknown() && (e.unread() || kit.SameCause(e.draft.Found, f.Attr) != nil):
			own = frame.SignUnknown
		case f.Is.IsUnknown():
			own = frame.SignNeeds
		}
	}
	if e.reading && f.Attr.Kind == 0 {
		own = frame.Strongest(own, frame.SignWorks)
	}
	if e.moved[f.Attr.Name] && f.Set && f.State != draft.FieldInSync {
		own = frame.Strongest(own, frame.SignMoved)
	}
	return own
}

func (e fieldRows) verdict(f draft.Field) safe.Text {
	if e.l.narrow() || f.State == draft.NotManaged && (f.Attr.Kind != 0 || !e.ready) {
		return ""
	}
	return safe.Clean(f.State.String())
}

// verdictStyle highlights invalid, changed and unmanaged attributes.
func verdictStyle(s draft.FieldState) theme.Token {
	switch s {
	case draft.FieldInvalid:
		return theme.BadgeDanger
	case draft.Changes:
		return theme.Change
	case draft.NotManaged, draft.Cannot:
		return theme.Dim
	}
	return theme.Muted
}

// cannot returns the reason that is shown instead of the values.
func (e fieldRows) cannot(f draft.Field) frame.Cell {
	why := f.Message
	if e.provider != nil && len(e.provider.Lacks(f.Attr)) > 0 {
		why = e.provider.Name + " lacks " + strings.Join(e.provider.Lacks(f.Attr), ", ")
	}
	col := e.l.is
	if col == 0 {
		col = e.l.should
	}
	return frame.Cell{At: frame.Slot{Col: col, Width: e.l.should + e.l.field - col}, Text: safe.Clean(why)}
}

// isText returns the current value of a property; it is "" for a parameter.
func (e fieldRows) isText(i int) safe.Text {
	if i >= len(e.check.Properties) {
		return ""
	}
	if first := kit.SameCause(e.draft.Found, e.nth(i).Attr); first != nil && e.each == nil {
		return kit.AsAbove(first)
	}
	return safe.Start(briefText(e.nth(i).IsText), fewRows*e.l.width)
}

// value returns the desired value. In a single column of values it returns the
// current value of an unmanaged property.
func (e fieldRows) value(i int) (frame.Cell, bool) {
	f := e.nth(i)
	cell := frame.Cell{At: frame.Slot{Col: e.l.should, Width: e.l.field}, Text: e.shouldText(f), Style: valueStyle(f.State)}
	switch {
	case cell.Text != "" && f.Set && reread(f):
		cell.More = e.readsSpans(f)
	case cell.Text != "" && f.Set && f.Attr.Sensitive && f.State != draft.FieldInvalid:
		cell.More = []frame.Span{{Text: "  " + safe.Clean(f.Kind), Style: theme.Muted}}
	case cell.Text == "" && e.l.narrow():
		cell.Text, cell.Style = e.isText(i), theme.Muted
	}
	return cell, cell.Text != ""
}

func valueStyle(s draft.FieldState) theme.Token {
	switch s {
	case draft.Changes, draft.NeedsRoot:
		return theme.Change
	case draft.FieldInvalid:
		return theme.Danger
	case draft.FieldInSync, draft.Default, draft.NoEffect:
		return theme.Muted
	}
	return theme.Text
}

// shouldText returns the desired value as typed, in quotes if ralsh interprets
// it as a different value.
func (e fieldRows) shouldText(f draft.Field) safe.Text {
	switch {
	case f.Attr.Sensitive && f.Set:
		return "[redacted]"
	case f.Attr.Sensitive:
		return ""
	case !f.Set:
		return safe.Start(briefText(f.Value), fewRows*e.l.width)
	}
	typed := safe.Start(briefText(f.Typed), fewRows*e.l.width)
	if reread(f) {
		return `"` + typed + `"`
	}
	return typed
}

// briefText shortens a value of several lines to its first line and the number
// of lines.
func briefText(text string) string {
	first, _, several := strings.Cut(text, "\n")
	if !several {
		return text
	}
	return first + "  " + string(words.CountOf(widget.Lines(text), "line"))
}

// readsSpans returns the interpretation of a value, to be shown after it: " →
// 90 integer".
func (e fieldRows) readsSpans(f draft.Field) []frame.Span {
	arrow := safe.Text(" → ")
	if e.sh.Mode.ASCII {
		arrow = " -> "
	}
	return []frame.Span{{Text: arrow, Style: theme.Muted}, {Text: safe.Start(f.Value, e.l.width), Style: theme.Info}, {Text: safe.Clean(" " + f.Kind), Style: theme.Muted}}
}

// reread reports whether munging changed the typed value.
func reread(f draft.Field) bool {
	switch f.Kind {
	case "integer", "float", "boolean":
		return f.Set
	case "string", "symbol":
		return f.Set && f.Value != "" && f.Value != f.Typed
	}
	return false
}

// readsAs returns the interpretation of a value with its kind: "90, integer".
func readsAs(f draft.Field) safe.Text {
	if f.State == draft.FieldInvalid {
		return ""
	}
	if reread(f) {
		return safe.Clean(f.Value + ", " + f.Kind)
	}
	return safe.Clean(f.Kind)
}

// below returns the messages under a field: errors, the answer of the host, the
// required user, missing effects.
func (e fieldRows) below(f draft.Field, text answer, here bool) []frame.Line {
	var rows []frame.Line
	if f.Warning != "" {
		rows = e.under(safe.Clean(f.Attr.Name+" is "+f.Warning), theme.Change)
	}
	switch {
	case text.refuses && !here && e.shownAbove(f, text):
		return rows
	case text.refuses:
		return append(rows, e.under(e.l.brief(text.text), theme.Danger)...)
	case text.text != "" && text.text != f.Warning:
		rows = append(rows, e.under(e.l.brief(text.text), theme.Change)...)
	}
	switch f.State {
	case draft.FieldInvalid:
		rows = append(rows, e.under(e.l.brief(f.Message), theme.Danger)...)
	case draft.Unreadable:
		if here || !e.unread() && kit.SameCause(e.draft.Found, f.Attr) == nil { // else another property has the same message
			rows = append(rows, e.under(e.l.brief(f.Message), theme.Muted)...)
		}
	case draft.NoEffect:
		if here || e.l.is > 0 && e.l.width < frame.SplitWidth {
			rows = append(rows, e.under(e.l.brief(f.Message), theme.Muted)...)
		}
	case draft.NeedsRoot:
		if here {
			rows = append(rows, e.under(safe.Clean(f.Message)+".", theme.Muted)...)
		}
	}
	return rows
}

// shownAbove reports whether an earlier field has the same message.
func (e fieldRows) shownAbove(f draft.Field, text answer) bool {
	for i := range e.fields() {
		switch other := e.nth(i); {
		case other.Attr == f.Attr:
			return false
		case e.answer(other) == text:
			return true
		}
	}
	return false
}

// under returns a sentence under the desired value, from where the text of the
// field begins.
func (e fieldRows) under(t safe.Text, style theme.Token) []frame.Line {
	col := e.l.should + 1
	if e.l.is == 0 {
		col = frame.Margin + 2
	}
	var rows []frame.Line
	for _, part := range kit.Wrap(t, e.l.width-col) {
		rows = append(rows, frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part, Style: style}}})
	}
	return rows
}

// allowed lists valid values: "allowed  absent   /^\d+$/   for example 5".
func allowed(f draft.Field, p *ral.Provider) safe.Text {
	list := kit.InWords(f.Allowed)
	if len(list) == 0 {
		list = kit.AllowedWords(f.Attr, p)
	}
	var parts []string
	if len(list) > 0 {
		parts = append(parts, "allowed  "+strings.Join(list, "   "))
	}
	if f.Attr.Example != "" {
		parts = append(parts, "for example "+f.Attr.Example)
	}
	return safe.Clean(strings.Join(parts, "   "))
}
