package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// search is the filter of a list: a field while it is typed, a chip on line 1
// as long as it is not empty.
type search struct {
	field *widget.Field
	on    bool
	apply func(widget.Filter)
	only  bool // only rows with a sign
}

func newSearch(apply func(widget.Filter)) search {
	return search{field: widget.NewField("", false), apply: apply}
}

func (s *search) typing() bool { return s.on }

func (s *search) press(key tea.KeyPressMsg) tea.Cmd {
	if s.field.Press(key.String(), key.Key().Text) {
		s.apply(widget.ParseFilter(s.field.Value()))
	}
	return nil
}

// paste takes pasted text while the filter is typed.
func (s *search) paste(msg tea.Msg) {
	if p, ok := msg.(tea.PasteMsg); ok && s.on {
		s.field.Insert(p.Content)
		s.apply(widget.ParseFilter(s.field.Value()))
	}
}

// do carries out what concerns the filter; false for anything else.
func (s *search) do(in keys.Intent) bool {
	switch {
	case in == keys.Filter && !s.on:
		s.on = true
	case in == keys.Open && s.on:
		s.on = false
	case in == keys.Back && s.on:
		s.on = false
		s.clear()
	case in == keys.Back && s.field.Value() != "":
		s.clear()
	default:
		return false
	}
	return true
}

func (s *search) clear() {
	s.field.Clear()
	s.apply(widget.Filter{})
}

func (s *search) text() string { return s.field.Value() }

// chip is what line 1 shows: "/rake 2 of 1,150", with a bar while it is typed.
func (s *search) chip(shown, of int) safe.Text {
	return s.chipped(widget.Count(shown) + " of " + widget.Count(of))
}

// chipOf is chip where what is counted is not a row: "/rake 2 of 470 facts".
func (s *search) chipOf(shown, of int, one safe.Text) safe.Text {
	return s.chipped(widget.Count(shown) + " of " + widget.CountOf(of, one))
}

func (s *search) chipped(counted safe.Text) safe.Text {
	if !s.on && s.field.Value() == "" && !s.only {
		return ""
	}
	text := "/" + safe.Clean(s.field.Value())
	if s.on {
		text += "_"
	}
	if s.only {
		text = "! " + text
		if text == "! /" {
			text = "!"
		}
	}
	return text + " " + counted
}

// hides says why none of the rows that there are is seen, and what takes that
// back. one names a row, sign what "only rows with a sign" asks of it, near is
// the name that was meant, "" for none.
func (s *search) hides(sh *shared, one, sign safe.Text, near string) safe.Text {
	typed := safe.Clean(s.text())
	switch {
	case s.only && typed == "":
		return "no " + one + " has " + sign + sh.spell("; {only-findings} shows all")
	case s.only:
		return "no " + one + " with " + sign + " matches \"" + typed + "\"" + sh.spell("; {only-findings} looks among all, {back} clears the filter")
	}
	said := "no " + one + " matches \"" + typed + "\""
	if near != "" {
		said += "; did you mean " + safe.Clean(near) + "?"
	} else {
		said += ";"
	}
	return said + sh.spell(" {back} clears the filter")
}

// moves carries out what moves in a list; false for anything else.
func moves[T any](l *widget.List[T], in keys.Intent) bool {
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		l.Move(-1)
	case keys.MoveDown, keys.NextValue:
		l.Move(1)
	case keys.PageUp:
		l.Page(-1)
	case keys.PageDown:
		l.Page(1)
	case keys.MoveFirst:
		l.First()
	case keys.MoveLast:
		l.Last()
	default:
		return false
	}
	return true
}
