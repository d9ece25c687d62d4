package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// open begins to edit the field under the cursor with what is there; what cannot
// be managed says why instead.
func (e *Screen) open() tea.Cmd {
	f := e.current()
	if !settable(f) {
		return kit.SayUnavailable(safe.Clean(f.Message))
	}
	text, set := e.draft.Text(f.Attr.Name)
	e.begun = text
	if !set {
		text = e.shown()
	}
	if kit.TakesLines(f.Attr, text) {
		return e.openText(f, text, set)
	}
	if f.Attr.Sensitive {
		// What is there cannot be shown, so typing begins from nothing.
		text = ""
	}
	e.field, e.values, e.commands = widget.NewValueField(text, f.Attr.Sensitive), fieldValues{}, false
	return e.complete()
}

// settable reports whether a field can be typed in.
func settable(f model.Field) bool { return f.State != model.Cannot && f.State != model.ReadOnly }

// Press takes what is typed. Where no field is open text is the new value of the one
// under the cursor, and the keys that move in a text or delete of it begin with what
// is there.
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
	if e.field.Press(key.String(), key.Text) {
		e.values.at, e.values.closed = 0, false
		return tea.Batch(opened, e.typed())
	}
	return opened
}

// paste puts text into the field, or in place of what is in it where none is
// open.
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
	return tea.Batch(opened, e.typed())
}

// typed takes over what is in the field. Moving the cursor in it makes a
// draft of nothing that is only shown.
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

// assign makes a text what is wanted of the field under the cursor.
func (e *Screen) assign(text string) tea.Cmd {
	e.set(e.current().Attr.Name, text)
	return e.recheck()
}

// shown is the text from which typing begins when nothing was typed yet: what
// is there, but for words like absent and the empty list, of which nothing else
// is made by typing on.
func (e *Screen) shown() string {
	f := e.current()
	if e.draft.Found == nil || f.Is.Kind() == value.Symbol || f.Is.Kind() == value.List && len(f.Is.Items()) == 0 {
		return ""
	}
	return model.TextFor(f.Attr, f.Is)
}

// fieldActions are what keys mean while a field is typed in.
func (e *Screen) fieldActions() kit.Actions {
	below := safe.Text("next row")
	if len(e.choices()) > 0 {
		below = "values below"
	}
	return kit.Actions{
		{In: keys.Back, Hint: "stops", Do: e.leaveField},
		{In: keys.NextPane, Hint: "next field", Do: func() tea.Cmd {
			if v, ok := e.completion(); ok {
				return e.take(v)
			}
			return e.nextField(1)
		}},
		{In: keys.NextValue, Hint: below, Do: func() tea.Cmd { return e.intoValues(1) }},
		{In: keys.Clear, Hint: "not managed"},
		{In: keys.Open, Do: func() tea.Cmd {
			if list := e.choices(); e.values.at > 0 && e.values.at <= len(list) {
				return e.take(list[e.values.at-1])
			}
			return e.stopTyping()
		}},
		{In: keys.PreviousPane, Do: func() tea.Cmd { return e.nextField(-1) }},
		{In: keys.PreviousValue, Do: func() tea.Cmd { return e.intoValues(-1) }},
	}
}

// leaveField leads out of the values below a field, and then out of the field.
func (e *Screen) leaveField() tea.Cmd {
	if e.values.at > 0 {
		e.values = fieldValues{closed: true}
		return nil
	}
	e.commands = true
	return e.stopTyping()
}

// intoValues goes into the values below the field and out of them again; where there
// are none it goes on to the next field.
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

// formActions are what keys mean where no field is open.
func (e *Screen) formActions() kit.Actions {
	return kit.Actions{
		{In: keys.Open, Hint: "what is there", Do: e.open},
		{In: keys.Back, Hint: "commands", Do: kit.Sets(&e.commands, true)},
		{In: keys.NextPane, Hint: "next field", Do: kit.Does(func() { e.toSettable(1) })},
		{In: keys.Clear, Hint: "not managed"},
		{In: keys.PreviousPane, Do: kit.Does(func() { e.toSettable(-1) })},
		{In: keys.NextValue, Do: kit.Does(func() { e.move(1) })},
		{In: keys.PreviousValue, Do: kit.Does(func() { e.move(-1) })},
	}
}

// stopTyping leaves the field; what is invalid is noted in the log, of a secret
// only that it is.
func (e *Screen) stopTyping() tea.Cmd {
	e.field = nil
	f := e.current()
	if f.State != model.FieldInvalid {
		return e.relook(f.Attr)
	}
	why := safe.Text("invalid")
	if !f.Attr.Sensitive {
		why = safe.Clean(f.Message)
	}
	about := safe.Clean(e.draft.Type.Name + " " + e.draft.Title)
	e.sh.Log.Add(kit.LogEntry{When: e.sh.Now(), Sign: frame.SignNeeds, About: about, What: safe.Clean(f.Attr.Name) + ": " + why})
	return nil
}

// nextField goes on to the next field that can be managed; what is typed there is its
// value, and enter begins with what is in it.
func (e *Screen) nextField(step int) tea.Cmd {
	stopped := e.stopTyping()
	e.toSettable(step)
	return stopped
}

// toSettable goes on to the next field that can be managed, from the last to the first.
func (e *Screen) toSettable(step int) {
	for range e.fields() {
		if e.at = (e.at + step + e.fields()) % e.fields(); settable(e.current()) && !e.hidden(e.at) {
			return
		}
	}
}
