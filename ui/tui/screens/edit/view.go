package edit

import (
	"strings"

	"ralsh/model/draft"
	"ralsh/ral/typedoc"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/rawtext"
	"ralsh/ui/words"
)

func (e *Screen) View(width, height int) frame.Content {
	if e.lines != nil {
		return textView{e, rawtext.NewMarks(e.sh.Mode)}.view(width, height)
	}
	rooms := frame.Arrange(width, height, frame.Foot{})
	split, pane := 0, width
	foot := frame.Foot{}
	if rooms.Split {
		split = rooms.Divide(80, 0)
		pane = frame.BoxWidth(split)
		rooms.Body--
	} else {
		foot = fieldDetail{e, width}.foot(height)
		rooms = frame.Arrange(width, height, foot)
	}
	l := editColumns(pane, e.longest(), e.longestIs(pane), width < frame.NarrowWidth)
	inProps := e.at < len(e.check.Properties)
	lines, from, to := fieldRows{e, l}.list(split > 0)
	e.scroll.Show(len(lines), rooms.TableRows(), from, to)
	first, end := e.scroll.Window()
	var evidence safe.Text
	if e.ready && !e.unread() && e.check.Changes+e.check.Invalid > 0 {
		evidence = safe.Clean(e.check.Counts())
		if n := len(e.failing()); n > 0 {
			evidence += ", " + words.Count(n) + " would fail"
		}
	}
	if end-first < len(lines) {
		evidence = kit.RowsText(first+1, end, len(lines))
	}
	head := l.head("property", "is", l.shouldTitle(), true).Named(e.title(), evidence)
	head.Sub = "desired state"
	head = head.Scrolled(frame.Rows(first+1, end, len(lines)))
	if !inProps && first > 0 {
		head.Columns = l.head("parameter", "", "value", true).Columns
	}
	left := append([]frame.Line{head}, lines[first:end]...)
	body := frame.One(left)
	if split > 0 {
		field, would := fieldDetail{e, frame.BoxWidth(width - split)}.panes(rooms.Body)
		body = frame.Block{{Lines: left, Width: split}, {Lines: field, Under: would}}
	}
	return frame.Content{
		Body: []frame.Block{body}, Foot: foot, Layer: e.layer(l, to-from),
		Message: e.message(width, height), Keys: e.keyLine(), Kept: words.CountOf(len(e.drafts()), "draft"),
	}
}

// title names the edited resources.
func (e *form) title() safe.Text {
	if e.each != nil {
		return words.CountOf(len(e.each), "resource")
	}
	return safe.Clean(e.draft.Type.Name + " " + e.draft.Title)
}

// longestIs returns the width of the widest current value.
func (e *form) longestIs(width int) int {
	n := 0
	for i := range e.check.Properties {
		if e.nth(i).State != draft.Cannot {
			n = max(n, safe.Start(briefText(e.nth(i).IsText), width).Width())
		}
	}
	return n
}

func (e *form) longest() int {
	n := 0
	for i := range e.fields() {
		n = max(n, len(e.nth(i).Attr.Name))
	}
	return n
}

// unseen explains a newline in the field, which looks like a backslash and an
// n.
func (e *Screen) unseen() safe.Text {
	if e.field == nil || e.current().Attr.Sensitive {
		return ""
	}
	text := e.field.Value()
	switch n := strings.Count(text, "\n"); {
	case n > 0:
		return words.CountOf(n, "newline") + `, shown as \n; ` + e.sh.Spell("{edit-in-editor} edits it as text")
	case !safe.Shows(text):
		return `\t, \x1b and similar codes stand for invisible characters`
	case strings.Contains(text, `\n`):
		return `\n is a backslash and an n here; for a newline, paste it, or ` + e.sh.Spell("{edit-in-editor} edits it as text")
	}
	return ""
}

func (e *Screen) message(width, height int) frame.Message {
	m := frame.Message{}
	switch {
	case !e.ready:
		m.Sign, m.Text = frame.SignWorks, "testing the providers; you can type already"
		return m
	case e.reading:
		m.Sign, m.Text = frame.SignWorks, "reading "+e.about()
		return m
	}
	m.Text = safe.Clean(e.check.Summary())
	fails := e.failing()
	if len(fails) > 0 {
		m.Text += safe.Clean(", " + string(words.Count(len(fails))) + " would fail: " + strings.Join(fails, ", "))
	}
	removed := e.removed()
	if len(removed) > 0 {
		m.Text += safe.Clean(", " + strings.Join(removed, ", ") + " would be removed")
	}
	if e.each != nil {
		m.Text = e.about() + ": " + m.Text
	}
	// Low screens have no foot for the reason.
	if why := e.sh.Session.User.Refused(e.provider); why != "" && height < frame.FootHeight && e.check.Invalid+len(fails) == 0 {
		return frame.Message{Sign: frame.SignCannot, Text: safe.Clean(why) + "; " + m.Text}
	}
	switch {
	case e.check.Wrong() || len(fails) > 0:
		m.Sign = frame.SignNeeds
	case len(removed) > 0:
		m.Sign = frame.SignRemoves
	case e.unread() && len(e.check.Needed()) == 0:
		m.Sign, m.Text = frame.SignUnknown, e.about()+" could not be read, so the difference is unknown"
	}
	if width >= 110 {
		m.Text += ". Edits are not applied yet."
	}
	m.Evidence = "checked " + words.Took(e.check.Elapsed)
	m.Idle = m.Sign == frame.NoSign && e.check.Changes == 0
	return m
}

// removed returns the files and directories that the plan removes.
func (e *plannedForm) removed() (paths []string) {
	for _, s := range e.own() {
		for _, act := range s.Acted() {
			if act.Removes() {
				paths = append(paths, act.Act.Path)
			}
		}
	}
	return paths
}

func docLine(doc string) safe.Text {
	return safe.Clean(strings.ReplaceAll(strings.Join(strings.Fields(typedoc.Scrub(doc)), " "), "`", ""))
}
