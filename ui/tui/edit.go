package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// edit is the editor of one draft: every attribute with what it is, what it
// should be, and what ralsh makes of that while one types.
type edit struct {
	sh       *shared
	draft    *model.Draft
	each     []*model.Draft // the drafts of a sheet about several; nil when it is about draft alone
	name     safe.Text      // its part of the breadcrumb
	check    model.Check
	provider *ral.Provider
	ready    bool // providers are elected, so that a check touches no machine
	reading  bool
	moved    map[string]bool // what is not as it was when the draft was begun
	gen      int
	at       int // the field under the cursor: properties, then parameters
	field    *widget.Field
	scroll   viewport
	commands bool // esc was pressed: keys are commands, and no text
	live     livePlan
	values   fieldValues
	lines    *textEdit // nil while the form is shown
	search   search
	filter   widget.Filter // of the fields that are shown
	fresh    bool          // it was asked for as a new one
	made     bool          // to be present was put into the draft by that
	begun    string        // what stood in the field when typing began
}

// newEditor edits the drafts of a route: one, or several in one sheet.
func newEditor(sh *shared, r route) *edit {
	if len(r.drafts) > 1 {
		return newEditAll(sh, r.drafts)
	}
	d := r.drafts[0]
	made := r.fresh && makePresent(d)
	e := newEdit(sh, d)
	e.fresh, e.made = r.fresh, made
	if made {
		e.at = e.firstWanted()
	}
	if !r.named {
		e.name = safe.Clean(d.Title) + " > edit"
	}
	for i, f := range slices.Concat(e.check.Properties, e.check.Params) {
		if f.Attr.Name == r.attr {
			e.at = i
		}
	}
	return e
}

// firstWanted is the field at which a new resource begins: the first that is required,
// else the first behind what says that it is to be there.
func (e *edit) firstWanted() int {
	first := 0
	for i := range e.fields() {
		switch a := e.nth(i).Attr; {
		case a.Required && !a.Namevar:
			return i
		case first == 0 && a.Name != "ensure" && a.Kind == ral.Property && !a.ReadOnly:
			first = i
		}
	}
	return first
}

// newEdit edits a draft.
func newEdit(sh *shared, d *model.Draft) *edit {
	e := &edit{sh: sh, draft: d, name: "edit", moved: make(map[string]bool)}
	e.search = newSearch(e.show)
	e.reading = d.Found == nil
	e.check = unchecked(d)
	return e
}

// unchecked is a draft before its first check, so that one may type already.
func unchecked(d *model.Draft) model.Check {
	var c model.Check
	for _, a := range d.Type.Properties() {
		f := model.Field{Attr: a}
		f.Typed, f.Set = d.Text(a.Name)
		f.IsText = model.ShowFound(nil, a, d.Found)
		c.Properties = append(c.Properties, f)
	}
	for _, a := range model.Params(d.Type) {
		f := model.Field{Attr: a}
		f.Typed, f.Set = d.Text(a.Name)
		c.Params = append(c.Params, f)
	}
	return c
}

type (
	// editReadyMsg says that checks touch no machine from here on.
	editReadyMsg struct {
		screen   *edit
		gen      int
		provider *ral.Provider
	}
	// editReadMsg is what the resource is now.
	editReadMsg struct {
		screen *edit
		gen    int
		found  *ral.Instance
		err    error
		needs  []string // what is not typed yet, and without which it cannot be read
	}
)

func (e *edit) crumb() safe.Text {
	if e.lines != nil {
		return e.name + " > " + safe.Clean(e.current().Attr.Name)
	}
	return e.name
}

func (e *edit) where() keys.Where { return keys.OnEdit }

func (e *edit) chip() safe.Text { return e.search.chip(e.seen(), e.fields()) }

func (e *edit) close() {
	if e.live.cancel != nil {
		e.live.cancel()
	}
}

// busy is true while something is read.
func (e *edit) busy() bool { return !e.ready || e.reading }

// typing is true from the beginning: text goes into the field under the cursor. It
// needs esc for keys to be commands.
func (e *edit) typing() bool { return !e.commands || e.search.typing() }

// idle reports whether no field is open.
func (e *edit) idle() bool { return e.field == nil && e.lines == nil && !e.search.typing() }

// start reads the resource, unless it was read before.
func (e *edit) start() tea.Cmd {
	if e.reading {
		return e.begin(true)
	}
	return tea.Batch(e.hereAlready(), e.begin(false))
}

func (e *edit) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case editReadyMsg:
		if msg.screen == e && msg.gen == e.gen {
			e.ready, e.provider = true, msg.provider
			return e.recheck()
		}
	case editReadMsg:
		if msg.screen == e && msg.gen == e.gen {
			return e.read(msg)
		}
	case editAllReadMsg:
		if msg.screen == e && msg.gen == e.gen {
			return e.readAll(msg.founds, msg.err)
		}
	case draftedMsg:
		e.renew()
		return e.recheck()
	case liveDueMsg:
		if msg.screen == e {
			return e.planLive(msg)
		}
	case livePlanMsg:
		if msg.screen == e {
			return e.planLive(msg)
		}
	case completedMsg:
		if msg.screen == e && msg.of == e.values.of {
			e.values.host = msg.list
		}
	case changedMsg:
		e.renew()
		e.ready = false
		return e.begin(true)
	case tea.PasteMsg:
		if e.search.paste(msg); !e.commands {
			return e.paste(msg.Content)
		}
	}
	return nil
}

// renew begins anew with what was applied: it is as it was wanted, and what is typed
// from here on is another draft.
func (e *edit) renew() {
	current := func(d *model.Draft) *model.Draft {
		now := e.sh.basket.Current(d)
		if now != d {
			clear(e.moved) // nothing has changed of what is read from here on
		}
		return now
	}
	if e.each == nil {
		e.draft = current(e.draft)
	}
	for i, d := range e.each {
		e.each[i] = current(d)
	}
	e.gather()
}

// hereAlready says that what was asked for as a new one is there, and takes back
// what that staged. It is asked once: what is there later was made meanwhile.
func (e *edit) hereAlready() tea.Cmd {
	fresh, made := e.fresh, e.made
	e.fresh, e.made = false, false
	if !fresh || !e.draft.Found.Present() {
		return nil
	}
	if made {
		e.draft.Undo("ensure")
	}
	return say(safe.Clean(e.draft.Title) + " is here already: this edits it")
}

// recheck validates and munges the whole draft, which takes microseconds, and has the
// rest asked in the background.
func (e *edit) recheck() tea.Cmd {
	if !e.ready {
		return nil
	}
	e.check = e.sh.session.CheckAll(e.sh.ctx, e.drafts())
	return e.stale()
}

func (e *edit) fields() int { return len(e.check.Properties) + len(e.check.Params) }

// current is the field under the cursor.
func (e *edit) current() model.Field {
	return e.nth(e.at)
}

func (e *edit) nth(i int) model.Field {
	if n := len(e.check.Properties); i >= n {
		return e.check.Params[i-n]
	}
	return e.check.Properties[i]
}
