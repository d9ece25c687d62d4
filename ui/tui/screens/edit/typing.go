package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/notation"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/rawtext"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/tui/widget"
)

// open opens the current field with its value. If it cannot be managed, open
// reports why.
func (e *Screen) open() tea.Cmd {
	f := e.current()
	if e.folded(e.at) > 0 {
		e.all = true
		return nil
	}
	if !settable(f) {
		return kit.SayUnavailable(safe.Clean(f.Message))
	}
	text, set := e.draft.Text(f.Attr.Name)
	e.begun = text
	if !set {
		text = e.shown()
	}
	if rawtext.TakesLines(f.Attr, text) {
		return e.openText(f, text, set)
	}
	if f.Attr.Sensitive {
		// The current value cannot be shown, so typing begins with an empty
		// field.
		text = ""
	}
	e.field, e.values, e.commands = widget.NewValueField(text, f.Attr.Sensitive), fieldValues{}, false
	return e.complete()
}

// settable reports whether a field can be edited.
func settable(f draft.Field) bool { return f.State != draft.Cannot && f.State != draft.ReadOnly }

// Press handles a key. If no field is open, a typed text replaces the value of
// the current field, and keys that move or delete in a text edit its current
// value.
func (e *Screen) Press(key tea.KeyPressMsg) tea.Cmd {
	switch {
	case e.commands:
		return e.search.Press(key)
	case e.lines != nil:
		return e.pressLines(key)
	}
	var opened tea.Cmd
	if e.field == nil {
		switch key.String() {
		case "home":
			e.move(-e.fields())
			return nil
		case "end":
			e.move(e.fields())
			return nil
		case "pgup":
			e.move(-e.scroll.Page())
			return nil
		case "pgdown":
			e.move(e.scroll.Page())
			return nil
		case "ctrl+u":
			if f := e.current(); !settable(f) {
				return kit.SayUnavailable(safe.Clean(f.Message))
			}
			return e.assign("")
		}
		opened = e.open()
		if e.lines != nil {
			return tea.Batch(opened, e.pressLines(key))
		}
		if e.field == nil {
			return opened
		}
		if key.Text != "" {
			e.field.Clear()
		}
	}
	before := e.field.Value()
	if e.field.Press(key.String(), key.Text) {
		e.values.at, e.values.closed = 0, false
		e.values.typed = e.values.typed || e.field.Value() != before
		return tea.Batch(opened, e.typed())
	}
	return opened
}

// paste inserts text into the open field, or replaces the value of the current
// field if no field is open.
func (e *Screen) paste(text string) tea.Cmd {
	var opened tea.Cmd
	if e.field == nil && e.lines == nil {
		if opened = e.open(); e.field == nil && e.lines == nil {
			return opened
		}
		if e.field != nil {
			e.field.Clear()
		}
	}
	if e.lines != nil {
		if e.lines.paste(text) {
			return tea.Batch(opened, e.assign(e.lines.text()))
		}
		return opened
	}
	e.field.Insert(text)
	e.values.typed = true
	return tea.Batch(opened, e.typed())
}

// typed sets the value of the draft to that of the field. Moving the cursor in
// a field does not create an edit.
func (e *Screen) typed() tea.Cmd {
	a := e.current().Attr
	text, set := e.draft.Text(a.Name)
	now := e.field.Value()
	if strings.Contains(now, "\n") && !a.Sensitive {
		before := e.field.Before()
		e.field, e.lines = nil, &textEdit{textBuffer: newTextBuffer(now), page: 10}
		line := strings.Count(before, "\n")
		e.lines.place(line, len(before)-strings.LastIndex(before, "\n")-1)
		return e.assign(now)
	}
	if now == text && set || !set && !a.Sensitive && now == e.shown() {
		return nil
	}
	return e.assign(now)
}

// assign sets the desired value of the current field.
func (e *Screen) assign(text string) tea.Cmd {
	e.set(e.current().Attr.Name, text)
	return e.recheck()
}

// shown returns the text with which typing begins without an edit: the current
// value, except for symbols like absent and the empty list, which cannot be
// extended by typing.
func (e *form) shown() string {
	f := e.current()
	if e.draft.Found == nil || f.Is.Kind() == value.Symbol || f.Is.Kind() == value.List && len(f.Is.Items()) == 0 {
		return ""
	}
	return notation.Typed(f.Attr, f.Is)
}

// fieldActions returns the actions while a field is open.
func (e *Screen) fieldActions() kit.Actions {
	below := safe.Text("move")
	if len(e.choices()) > 0 {
		below = "choose value"
	}
	return kit.Actions{
		{In: keys.Back, Hint: "stop", Do: e.leaveField},
		{In: keys.NextPane, Hint: "go to next field", Do: func() tea.Cmd {
			if v, ok := e.completion(); ok {
				return e.take(v)
			}
			return e.nextField(1)
		}},
		{In: keys.NextValue, Hint: below, Do: func() tea.Cmd { return e.intoValues(1) }},
		{In: keys.Clear, Hint: "unmanage"},
		{In: keys.Open, Name: "use the value", Do: func() tea.Cmd {
			if list := e.choices(); e.values.at > 0 && e.values.at <= len(list) {
				return e.take(list[e.values.at-1])
			}
			return e.stopTyping()
		}},
		{In: keys.PreviousPane, Name: "go to previous field", Do: func() tea.Cmd { return e.nextField(-1) }},
		{In: keys.PreviousValue, Name: "go up", Do: func() tea.Cmd { return e.intoValues(-1) }},
	}
}

// leaveField closes the values below a field, or the field.
func (e *Screen) leaveField() tea.Cmd {
	if e.values.at > 0 {
		e.values = fieldValues{closed: true}
		return nil
	}
	e.commands = true
	return e.stopTyping()
}

// intoValues moves the cursor into the values below the field and back. Without
// values it moves to the next field.
func (e *Screen) intoValues(step int) tea.Cmd {
	e.values.closed = false
	n := len(slices.DeleteFunc(e.choices(), func(v fieldValue) bool { return v.what == "pattern" }))
	if n == 0 || e.values.at == 0 && step < 0 {
		stopped := e.stopTyping()
		e.move(step)
		return stopped
	}
	e.values.at = max(0, min(e.values.at+step, n))
	return nil
}

// formActions returns the actions while no field is open.
func (e *Screen) formActions() kit.Actions {
	return kit.Actions{
		{In: keys.Open, Hint: "show values", Do: e.open},
		{In: keys.Back, Hint: "show commands", Do: kit.Sets(&e.commands, true)},
		{In: keys.NextPane, Hint: "go to next field", Do: kit.Does(func() { e.toSettable(1) })},
		{In: keys.Clear, Hint: "unmanage"},
		{In: keys.PreviousPane, Name: "go to previous field", Do: kit.Does(func() { e.toSettable(-1) })},
		{In: keys.NextValue, Name: "go down", Do: kit.Does(func() { e.move(1) })},
		{In: keys.PreviousValue, Name: "go up", Do: kit.Does(func() { e.move(-1) })},
	}
}

// stopTyping closes the field. An invalid value is logged, except for the text
// of a secret.
func (e *Screen) stopTyping() tea.Cmd {
	e.field = nil
	f := e.current()
	if f.State != draft.FieldInvalid {
		return e.readRelocated(f.Attr)
	}
	why := safe.Text("invalid")
	if !f.Attr.Sensitive {
		why = safe.Clean(f.Message)
	}
	about := safe.Clean(e.draft.Type.Name + " " + e.draft.Title)
	e.sh.Log.Add(sessionlog.Entry{When: e.sh.Now(), Sign: frame.SignNeeds, About: about, What: safe.Clean(f.Attr.Name) + ": " + why})
	return nil
}

// nextField closes the field and moves to the next field that can be managed.
func (e *Screen) nextField(step int) tea.Cmd {
	stopped := e.stopTyping()
	e.toSettable(step)
	return stopped
}

// toSettable moves to the next field that can be managed, from the last to the
// first.
func (e *form) toSettable(step int) {
	for range e.fields() {
		if e.at = (e.at + step + e.fields()) % e.fields(); settable(e.current()) && !e.hidden(e.at) {
			return
		}
	}
}
