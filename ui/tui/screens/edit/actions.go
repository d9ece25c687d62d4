package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/export"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

func (e *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if e.commands && (e.search.Do(in) || kit.MoveBy(in, e.scroll.Page(), e.move)) {
		return nil, true
	}
	return nil, false
}

// Name returns the current effect of an intent.
func (e *Screen) Name(in keys.Intent) safe.Text { return e.Actions().Name(in) }

// Actions returns the actions of the current state: of the form, of an open
// field, of a text, or of the commands after esc.
func (e *Screen) Actions() kit.Actions {
	switch {
	case e.commands:
		return e.commandActions()
	case e.lines != nil:
		return e.textActions()
	case e.field != nil:
		return e.fieldActions()
	}
	return e.formActions()
}

func (e *Screen) keyLine() frame.Keys {
	switch {
	case e.commands:
		return e.Actions().Keys(e.sh)
	case e.Idle():
		return e.Actions().TypingKeys(e.sh, "type a value: ")
	}
	return e.Actions().TypingKeys(e.sh, kit.TypingPrefix)
}

func (e *Screen) commandActions() kit.Actions {
	name := e.current().Attr.Name
	undoes := slices.ContainsFunc(e.drafts(), func(d *draft.Draft) bool { return d.Undoes(name) })
	changed := kit.Unless(undoes, name+" has no edit")
	return kit.Actions{
		{In: keys.Open, Hint: "edit", Do: e.open},
		{In: keys.Difference, Hint: "diff", Disabled: e.noPlan, Do: func() tea.Cmd { return e.plan(keys.Difference) }},
		{In: keys.Apply, Hint: "apply", Disabled: e.noPlan, Do: func() tea.Cmd { return e.plan(keys.Apply) }},
		{In: keys.UndoField, Hint: "undo", Disabled: changed, Do: func() tea.Cmd {
			e.undo(name)
			return e.recheck()
		}},
		{In: keys.ShowCommand, Hint: "show command", Do: kit.ShowsCommand(e.sh, func() string { return kit.CommandLine(e.sh.Session, e.decls()...) })},
		{In: keys.Why, Hint: "explain", Do: e.why},
		{In: keys.Back, Hint: "close"},
		{In: keys.Filter},
		{In: keys.Copy, Do: func() tea.Cmd { return kit.ShowMenu(e.copyMenu()) }},
		{In: keys.EditInEditor, Disabled: kit.Unless(!e.reading, "still reading the current state")},
		{In: keys.NextPane, Also: keys.PreviousPane, Do: kit.Does(e.otherPane)},
		{In: keys.MoveFirst, Do: kit.Does(func() { e.move(-e.fields()) })},
		{In: keys.MoveLast, Do: kit.Does(func() { e.move(e.fields()) })},
	}
}

// move moves the cursor by at most n visible fields.
func (e *form) move(n int) {
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

// show filters the fields by name, current value and desired value.
func (e *form) show(f widget.Filter) {
	e.filter = f
	if e.hidden(e.at) {
		at := e.at
		if e.move(1); e.at == at {
			e.move(-1)
		}
	}
}

// lackingLike returns the indexes of the attributes that the provider lacks, of
// the properties or of the parameters, depending on i. It returns no index if
// the user opened them, or filters.
func (e *form) lackingLike(i int) (list []int) {
	if e.all || e.search.Text() != "" {
		return nil
	}
	first, end := 0, len(e.check.Properties)
	if i >= end {
		first, end = end, e.fields()
	}
	for j := first; j < end; j++ {
		if e.lacks(e.nth(j)) {
			list = append(list, j)
		}
	}
	return list
}

// lacks reports whether the provider lacks a feature of an attribute without a desired
// value.
func (e *form) lacks(f draft.Field) bool {
	return e.provider != nil && !f.Set && len(f.Attr.Features) > 0 && len(e.provider.Lacks(f.Attr)) > 0
}

// folded returns how many attributes share a row at field i, or 0.
func (e *form) folded(i int) int {
	if !e.lacks(e.nth(i)) {
		return 0
	}
	if list := e.lackingLike(i); len(list) > 1 && list[0] == i {
		return len(list)
	}
	return 0
}

// hidden reports whether the filter hides a field, or a different row includes
// it.
func (e *form) hidden(i int) bool {
	f := e.nth(i)
	if e.lacks(f) {
		if list := e.lackingLike(i); len(list) > 0 && list[0] != i {
			return true
		}
	}
	typed := f.Typed
	if f.Attr.Sensitive {
		typed = ""
	}
	const most = 4096 // the filter matches at most this many bytes of a value
	return !e.filter.Match(strings.ToLower(f.Attr.Name + " " + f.IsText[:min(len(f.IsText), most)] + " " + typed[:min(len(typed), most)]))
}

func (e *form) seen() int {
	n := 0
	for i := range e.fields() {
		if !e.hidden(i) {
			n++
		}
	}
	return n
}

func (e *form) otherPane() {
	if n := len(e.check.Properties); e.at < n && len(e.check.Params) > 0 {
		e.at = n
	} else {
		e.at = 0
	}
}

// plan opens the difference. If a value is invalid, it moves the cursor to that
// value and returns a message about it instead.
func (e *Screen) plan(in keys.Intent) tea.Cmd {
	key := safe.Clean(e.sh.Keys.Key(in))
	if why := e.lacking(); why != "" {
		for i := range e.fields() {
			if e.nth(i).State == draft.FieldInvalid {
				e.at = i
				break
			}
		}
		return kit.SayUnavailable(key + ": " + safe.Clean(why))
	}
	return kit.Push(kit.ToDifference(e.planned()))
}

// lacking returns why the draft cannot be planned, or "" if it can.
func (e *form) lacking() string {
	if !e.ready {
		return "the providers are still being tested"
	}
	if !e.edited() {
		return "no edits yet; " + e.sh.Keys.Key(keys.Open) + " edits the attribute under the cursor"
	}
	for i := range e.fields() {
		if f := e.nth(i); f.State == draft.FieldInvalid {
			return f.Attr.Name + " is invalid: fix the value, or undo it with " + e.sh.Keys.Key(keys.UndoField)
		}
	}
	if len(e.check.General) > 0 {
		return e.check.General[0]
	}
	return ""
}

// noPlan returns why a plan is unavailable, or "". It does not report an
// invalid value, because plan moves the cursor there.
func (e *form) noPlan() string {
	if e.check.Ready() || !e.ready {
		return e.lacking()
	}
	return ""
}

// copyMenu offers to copy the value of the current field, the name of the
// resource, and as code the desired state, or the current state without edits.
// For several resources it offers only their names.
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
	return kit.NewCopyMenuOf(e.sh, d.Title, value, func(as export.Format) (string, error) { return draft.Copy(d, as) })
}
