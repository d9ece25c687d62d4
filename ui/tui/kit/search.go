package kit

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Search is the filter of a list: a field while the user types, and a chip on
// line 1 while it is not empty.
type Search struct {
	Field *widget.Field
	on    bool
	apply func(widget.Filter)
	Only  bool // only rows with a sign
}

// NewSearch returns a search that calls apply with each typed filter.
func NewSearch(apply func(widget.Filter)) Search {
	return Search{Field: widget.NewField("", false), apply: apply}
}

func (s *Search) Typing() bool { return s.on }

func (s *Search) Press(key tea.KeyPressMsg) tea.Cmd {
	if s.Field.Press(key.String(), key.Key().Text) {
		s.apply(widget.ParseFilter(s.Field.Value()))
	}
	return nil
}

// Paste inserts pasted text while the user types the filter.
func (s *Search) Paste(msg tea.Msg) {
	if p, ok := msg.(tea.PasteMsg); ok && s.on {
		s.Field.Insert(p.Content)
		s.apply(widget.ParseFilter(s.Field.Value()))
	}
}

// Do performs an intent of the filter. It returns false for other intents.
func (s *Search) Do(in keys.Intent) bool {
	switch {
	case in == keys.Filter && !s.on:
		s.on = true
	case in == keys.Open && s.on:
		s.on = false
	case in == keys.Back && s.on:
		s.on = false
		s.clear()
	case in == keys.Back && s.Field.Value() != "":
		s.clear()
	default:
		return false
	}
	return true
}

func (s *Search) clear() {
	s.Field.Clear()
	s.apply(widget.Filter{})
}

// Text returns the typed text.
func (s *Search) Text() string { return s.Field.Value() }

// Chip returns the text for line 1: "/rake 2 of 1,150", with a bar while the
// user types.
func (s *Search) Chip(shown, of int) safe.Text {
	return s.chipped(words.Count(shown) + " of " + words.Count(of))
}

// ChipOf is Chip with a noun for the counted rows: "/rake 2 of 470 facts".
func (s *Search) ChipOf(shown, of int, one safe.Text) safe.Text {
	return s.chipped(words.Count(shown) + " of " + words.CountOf(of, one))
}

// Active reports whether the filter hides rows, or is being typed.
func (s *Search) Active() bool { return s.on || s.Field.Value() != "" || s.Only }

func (s *Search) chipped(counted safe.Text) safe.Text {
	if !s.Active() {
		return ""
	}
	text := "/" + safe.Clean(s.Field.Value())
	if s.on {
		text += "_"
	}
	if s.Only {
		text = "! " + text
		if text == "! /" {
			text = "!"
		}
	}
	return text + " " + counted
}

// Hides returns why no row is visible, and how to show rows again. one names a
// row, sign the selection of "only rows with a sign", and near is the nearest
// name, or "".
func (s *Search) Hides(sh *Shared, one, sign safe.Text, near string) safe.Text {
	typed := safe.Clean(s.Text())
	switch {
	case s.Only && typed == "":
		return "no " + one + " has " + sign + sh.Spell("; {only-findings} shows all")
	case s.Only:
		return "no " + one + " with " + sign + " matches \"" + typed + "\"" + sh.Spell("; {only-findings} searches all, {back} clears the filter")
	}
	text := "no " + one + " matches \"" + typed + "\""
	if near != "" {
		text += " (did you mean \"" + safe.Clean(near) + "\"?)"
	} else {
		text += ";"
	}
	return text + sh.Spell(" {back} clears the filter")
}

// MoveList performs an intent that moves in a list. It returns false for other
// intents.
func MoveList[T any](l *widget.List[T], in keys.Intent) bool {
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

// MoveBy performs an intent that moves by rows or pages, for steps that may be
// more than a row. It returns false for other intents.
func MoveBy(in keys.Intent, page int, step func(n int)) bool {
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		step(-1)
	case keys.MoveDown, keys.NextValue:
		step(1)
	case keys.PageUp:
		step(-page)
	case keys.PageDown:
		step(page)
	default:
		return false
	}
	return true
}

// Unbracketed replaces the brackets of a field with blanks if a tint shows its
// extent.
func (sh *Shared) Unbracketed(view safe.Text) safe.Text {
	if sh.Mode.Theme != nil && sh.Mode.Theme.Options().Profile < colorprofile.ANSI256 || sh.Mode.Plain || len(view) < 2 || view[0] != '[' || view[len(view)-1] != ']' || view == "[hidden]" {
		return view
	}
	return " " + view[1:len(view)-1] + " "
}
