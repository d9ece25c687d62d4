package tui

import (
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

func (e *edit) view(width, height int) frame.Content {
	l := editColumns(width, e.longest())
	foot := e.foot(width)
	rooms := frame.Arrange(width, height, foot)
	inProps := e.at < len(e.check.Properties)
	var lines []frame.Line
	from, to := 0, 0
	for i := range e.fields() {
		if i == len(e.check.Properties) {
			if l.read > 0 {
				lines = append(lines, nil)
			}
			lines = append(lines, l.head("parameter", "", "value", !inProps))
		}
		rows := e.rows(l, i)
		if i == e.at {
			from, to = len(lines), len(lines)+len(rows)-1
		}
		lines = append(lines, rows...)
	}
	for _, text := range e.check.General {
		for _, part := range wrapped(safe.Clean(text), width-frame.Margin) {
			row := frame.Text(part)
			if e.check.Wrong() {
				row.Sign = frame.SignNeeds
			}
			lines = append(lines, row)
		}
	}
	e.scroll.show(len(lines), rooms.TableRows(), from, to)
	first, end := e.scroll.window()
	if end-first < len(lines) && len(foot.Lines) > 0 {
		a := e.current().Attr
		foot.Lines[0] = frame.Title(safe.Clean(a.Name), safe.Clean(a.Kind.String())+", "+rowsSaid(first+1, end, len(lines)), false)
	}
	head := l.head("property", "is", l.wanted(), true).Named(e.title(), rowsSaid(first+1, end, len(lines))).Scrolled(frame.Rows(first+1, end, len(lines)))
	body := append([]frame.Line{head}, lines[first:end]...)
	return frame.Content{
		Body: []frame.Block{frame.One(body)}, Foot: foot,
		Message: e.message(width, height), Keys: e.keyLine(), Kept: widget.CountOf(len(e.drafts()), "draft") + " kept",
	}
}

// title names what is edited.
func (e *edit) title() safe.Text {
	if e.each != nil {
		return widget.CountOf(len(e.each), "resource")
	}
	return safe.Clean(e.draft.Type.Name + " " + e.draft.Title)
}

func (e *edit) longest() int {
	n := 0
	for _, a := range e.draft.Type.Properties() {
		n = max(n, len(a.Name))
	}
	return n
}

// foot is about the attribute under the cursor.
func (e *edit) foot(width int) frame.Foot {
	f := e.current()
	lines := []frame.Line{frame.Title(safe.Clean(f.Attr.Name), safe.Clean(f.Attr.Kind.String()), false)}
	room := width - frame.Margin
	if width < 110 {
		if t := allowed(f, e.provider); t != "" {
			lines = append(lines, frame.Text(t))
		}
	}
	doc := wrapped(docLine(f.Attr.Doc), room)
	for _, t := range doc[:min(2, len(doc))] {
		lines = append(lines, frame.Text(t))
	}
	if width >= 110 {
		if t := e.hint(f); t != "" {
			lines = append(lines, frame.Text(t))
		}
	}
	if t := e.unseen(); t != "" {
		lines = append(lines, frame.Text(t))
	}
	lines = append(lines, refused(e.sh, e.provider, width)...)
	return frame.Foot{Lines: lines}
}

// unseen tells a newline in the field from a backslash and an n: they look the same.
func (e *edit) unseen() safe.Text {
	if e.field == nil || e.current().Attr.Sensitive {
		return ""
	}
	text := e.field.Value()
	switch n := strings.Count(text, "\n"); {
	case n > 0:
		return widget.CountOf(n, "newline") + `, shown as \n; ` + e.sh.spell("{edit-in-editor} edits it as text")
	case !safe.Shows(text):
		return `\t, \x1b and the like are shown for what cannot be seen`
	case strings.Contains(text, `\n`):
		return `\n is a backslash and an n here; a newline is pasted, or ` + e.sh.spell("{edit-in-editor} edits it as text")
	}
	return ""
}

// hint is an example, and which features the attribute needs.
func (e *edit) hint(f model.Field) safe.Text {
	var t safe.Text
	if f.Attr.Example != "" {
		t = "for example " + safe.Clean(f.Attr.Example) + "."
	}
	if len(f.Attr.Features) == 0 || e.provider == nil {
		return t
	}
	has := " has it."
	if len(e.provider.Lacks(f.Attr)) > 0 {
		has = " lacks it."
	}
	if t != "" {
		t = t.Pad(64)
	}
	return t + safe.Clean("Needs "+strings.Join(f.Attr.Features, ", ")+": "+e.provider.Name+has)
}

func (e *edit) message(width, height int) frame.Message {
	m := frame.Message{}
	switch {
	case !e.ready:
		m.Sign, m.Text = frame.SignWorks, "looking which provider this is for; one may type already"
		return m
	case e.reading:
		m.Sign, m.Text = frame.SignWorks, "reading "+e.about()
		return m
	}
	m.Text = safe.Clean(e.check.Summary())
	if e.each != nil {
		m.Text = e.about() + ": " + m.Text
	}
	// On a low screen there is no foot that would say it.
	if why := e.sh.session.Refused(e.provider); why != "" && height < frame.FootHeight && e.check.Invalid == 0 {
		return frame.Message{Sign: frame.SignCannot, Text: safe.Clean(why) + "; " + m.Text}
	}
	switch {
	case e.check.Wrong():
		m.Sign = frame.SignNeeds
	case e.unread() && len(e.check.Needed()) == 0:
		m.Sign, m.Text = frame.SignUnknown, e.about()+" could not be read; what would change is not known"
	}
	if width >= 110 {
		m.Text += ". Nothing is applied from here."
	}
	m.Evidence = "checked " + widget.Took(e.check.Elapsed)
	return m
}

func (e *edit) keyLine() frame.Keys {
	if e.field != nil {
		return keyLine(e.sh, "typing: ",
			keyHint{keys.Back, "stops"}, keyHint{keys.NextPane, "next field"},
			keyHint{keys.Clear, "clear"}, keyHint{keys.NextValue, "allowed values"})
	}
	return keyLine(e.sh, "",
		keyHint{keys.Open, "edit"}, keyHint{keys.UndoField, "undo"}, keyHint{keys.Difference, "difference"},
		keyHint{keys.Apply, "plan, then confirm"}, keyHint{keys.ShowCommand, "command"}, keyHint{keys.Why, "why"})
}

// docLine is documentation as one run of text.
func docLine(doc string) safe.Text {
	return safe.Clean(strings.ReplaceAll(strings.Join(strings.Fields(ral.ScrubDoc(doc)), " "), "`", ""))
}
