package edit

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

func (e *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if !e.commands {
		return e.doTyping(in)
	}
	if e.search.Do(in) {
		return nil, true
	}
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		e.move(-1)
	case keys.MoveDown, keys.NextValue:
		e.move(1)
	case keys.PageUp:
		e.move(-e.scroll.Page())
	case keys.PageDown:
		e.move(e.scroll.Page())
	case keys.MoveFirst:
		e.move(-e.fields())
	case keys.MoveLast:
		e.move(e.fields())
	case keys.NextPane, keys.PreviousPane:
		e.otherPane()
	case keys.Open:
		return e.open(), true
	case keys.UndoField:
		e.undo(e.current().Attr.Name)
		return e.recheck(), true
	case keys.Difference, keys.Apply:
		return e.plan(in), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(e.sh, kit.CommandLine(e.sh.Session, e.decls()...))), true
	case keys.Why:
		return e.why(), true
	case keys.Copy:
		return kit.ShowMenu(e.copyMenu()), true
	default:
		return nil, false
	}
	return nil, true
}

// move goes on by so many of the fields that are shown, as far as there are any.
func (e *Screen) move(n int) {
	step := 1
	if n < 0 {
		n, step = -n, -1
	}
	for at := e.at + step; n > 0 && at >= 0 && at < e.fields(); at += step {
		if !e.hidden(at) {
			e.at = at
			n--
		}
	}
}

// show is the filter of the fields: by the name, by what is and by what should be.
func (e *Screen) show(f widget.Filter) {
	e.filter = f
	if e.hidden(e.at) {
		at := e.at
		if e.move(1); e.at == at {
			e.move(-1)
		}
	}
}

// hidden reports whether the filter hides a field.
func (e *Screen) hidden(i int) bool {
	f := e.nth(i)
	typed := f.Typed
	if f.Attr.Sensitive {
		typed = ""
	}
	const most = 4096 // bytes of a value in which it is looked
	return !e.filter.Match(strings.ToLower(f.Attr.Name + " " + f.IsText[:min(len(f.IsText), most)] + " " + typed[:min(len(typed), most)]))
}

func (e *Screen) seen() int {
	n := 0
	for i := range e.fields() {
		if !e.hidden(i) {
			n++
		}
	}
	return n
}

func (e *Screen) otherPane() {
	if n := len(e.check.Properties); e.at < n && len(e.check.Params) > 0 {
		e.at = n
	} else {
		e.at = 0
	}
}

// plan goes on to the difference. An invalid value is where the cursor goes
// instead, and the message says which.
func (e *Screen) plan(in keys.Intent) tea.Cmd {
	key := safe.Clean(e.sh.Keys.Key(in))
	if why := e.lacking(); why != "" {
		for i := range e.fields() {
			if e.nth(i).State == model.FieldInvalid {
				e.at = i
				break
			}
		}
		return kit.SayUnavailable(key + ": " + safe.Clean(why))
	}
	return kit.Push(kit.ToDifference(e.planned()))
}

// lacking says what a plan of the draft lacks, "" if nothing.
func (e *Screen) lacking() string {
	if !e.ready {
		return "still looking which provider this is for"
	}
	if !e.wanted() {
		return "nothing is changed yet; " + e.sh.Keys.Key(keys.Open) + " edits the attribute under the cursor"
	}
	for i := range e.fields() {
		if f := e.nth(i); f.State == model.FieldInvalid {
			return f.Attr.Name + " is invalid: correct it, or " + e.sh.Keys.Key(keys.UndoField) + " undoes it"
		}
	}
	if len(e.check.General) > 0 {
		return e.check.General[0]
	}
	return ""
}

func (e *Screen) Disabled(in keys.Intent) string {
	switch in {
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return kit.MissingReason(in)
	case keys.Difference, keys.Apply:
		// An invalid value is said by do, which leads there.
		if e.check.Ready() || !e.ready {
			return e.lacking()
		}
	case keys.EditInEditor:
		if e.reading {
			return "still reading what there is"
		}
	case keys.UndoField:
		if !e.typedFor(e.current().Attr.Name) && !e.draft.Lacks(e.current().Attr.Name) {
			return e.current().Attr.Name + " was not changed here"
		}
	}
	return ""
}

// copyMenu offers the value and the name of the field under the cursor's resource,
// and as code what is wanted, or what there is where nothing is. Several resources
// have their names and no code.
func (e *Screen) copyMenu() *kit.Menu {
	f := e.current()
	value := f.Typed
	if !f.Set && e.draft.Found != nil && e.draft.Found.Known(f.Attr.Name) {
		value = f.IsText
	}
	if f.Attr.Sensitive {
		value = ""
	}
	if e.each != nil {
		names := make([]string, len(e.each))
		for i, d := range e.each {
			names[i] = d.Title
		}
		return kit.NewCopyMenuOf(e.sh, strings.Join(names, "\n"), value, nil)
	}
	d := e.draft
	if d.Empty() && d.Found != nil && d.Found.Provider != nil {
		return kit.NewCopyMenu(e.sh, d.Title, d.Found, value)
	}
	return kit.NewCopyMenuOf(e.sh, d.Title, value, func(as model.Format) (string, error) { return model.CopyDraft(d, as) })
}
