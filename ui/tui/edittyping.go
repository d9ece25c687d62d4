package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// open begins to edit the field under the cursor; what cannot be managed says
// why instead.
func (e *edit) open() tea.Cmd {
	f := e.current()
	if !settable(f) {
		return sayUnavailable(safe.Clean(f.Message))
	}
	text, set := e.draft.Text(f.Attr.Name)
	e.begun = text
	if !set {
		text = e.shown()
	}
	if f.Attr.Sensitive {
		// What is there cannot be shown, so typing begins from nothing.
		text = ""
	}
	e.field, e.literal = widget.NewValueField(text, f.Attr.Sensitive), -1
	return nil
}

// settable reports whether a field can be typed in.
func settable(f model.Field) bool { return f.State != model.Cannot && f.State != model.ReadOnly }

func (e *edit) press(key tea.KeyPressMsg) tea.Cmd {
	if e.field != nil && e.field.Press(key.String(), key.Text) {
		e.typed()
	}
	return nil
}

// typed takes over what stands in the field. Moving the cursor in it makes a
// draft of nothing that is only shown.
func (e *edit) typed() {
	a := e.current().Attr
	text, set := e.draft.Text(a.Name)
	now := e.field.Value()
	if now == text && set || !set && !a.Sensitive && now == e.shown() {
		return
	}
	e.set(a.Name, now)
	e.recheck()
}

// shown is the text from which typing begins when nothing was typed yet: what
// is there, but for words like absent and the empty list, of which nothing else
// is made by typing on.
func (e *edit) shown() string {
	f := e.current()
	if e.draft.Found == nil || f.Is.Kind() == value.Symbol || f.Is.Kind() == value.List && len(f.Is.Items()) == 0 {
		return ""
	}
	return model.TextFor(f.Attr, f.Is)
}

// doTyping carries out what keys mean while typing.
func (e *edit) doTyping(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Back, keys.Open:
		return e.stopTyping(), true
	case keys.NextPane:
		return e.nextField(1), true
	case keys.PreviousPane:
		return e.nextField(-1), true
	case keys.NextValue:
		return e.cycle(1), true
	case keys.PreviousValue:
		return e.cycle(-1), true
	case keys.Clear:
		e.field.Clear()
		e.typed()
	case keys.DeleteWord:
		e.field.DeleteWord()
		e.typed()
	default:
		return nil, false
	}
	return nil, true
}

// stopTyping leaves the field; what is invalid is noted in the log, of a secret
// only that it is.
func (e *edit) stopTyping() tea.Cmd {
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
	e.sh.log.add(logEntry{when: e.sh.now(), sign: frame.SignNeeds, about: about, what: safe.Clean(f.Attr.Name) + ": " + why})
	return nil
}

// nextField types on in the next field that can be managed.
func (e *edit) nextField(step int) tea.Cmd {
	stopped := e.stopTyping()
	for at := e.at + step; at >= 0 && at < e.fields(); at += step {
		if settable(e.nth(at)) {
			e.at = at
			return tea.Batch(stopped, e.open())
		}
	}
	return stopped
}

// cycle puts the next allowed value into the field.
func (e *edit) cycle(step int) tea.Cmd {
	a := e.current().Attr
	literals, _ := a.AllowedText(e.provider)
	if len(literals) == 0 {
		text := safe.Clean(a.Name) + " has no list of allowed values"
		if a.Example != "" {
			text += "; for example " + safe.Clean(a.Example)
		}
		return say(text)
	}
	if e.literal < 0 && step < 0 {
		e.literal = 0
	}
	e.literal = (e.literal + step + len(literals)) % len(literals)
	e.field = widget.NewValueField(literals[e.literal], a.Sensitive)
	e.set(a.Name, literals[e.literal])
	e.recheck()
	return nil
}
