package edit

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen is the editor of drafts. It shows each attribute with its current
// value, its desired value, and the result of checking it.
type Screen struct {
	plannedForm
	name     safe.Text // its part of the breadcrumb
	elects   kit.Job[*ral.Provider]
	reads    kit.Job[read]
	readsAll kit.Job[readEach]
	tried    []ral.Attr // where it was looked for last
	field    *widget.Field
	scroll   kit.Viewport
	commands bool // esc was pressed: keys are commands, not text
	values   fieldValues
	lines    *textEdit // nil while the form is shown
	fresh    bool      // the route asked for a new instance
	made     bool      // the editor has therefore set ensure to present
	begun    string    // the content of the field before typing began
}

// form has the drafts, their fields as they were checked, and the cursor.
type form struct {
	sh       *kit.Shared
	draft    *draft.Draft
	each     []*draft.Draft // the drafts, if there are several; nil for draft alone
	check    draft.Check
	provider *ral.Provider
	ready    bool // providers are elected, so that a check does not read the host
	reading  bool
	moved    map[string]bool // properties that changed since the draft was begun
	at       int             // index of the current field: properties, then parameters
	search   kit.Search
	filter   widget.Filter // of the visible fields
	all      bool          // attributes that the provider lacks are shown one by one
}

// plannedForm is a form with the plan of its typed values.
type plannedForm struct {
	form
	live livePlan
}

// New returns the editor of the drafts of a route.
func New(sh *kit.Shared, r kit.Route) *Screen {
	if len(r.Drafts) > 1 {
		return newEditAll(sh, r.Drafts)
	}
	d := r.Drafts[0]
	made := r.Fresh && makePresent(d)
	e := newEdit(sh, d)
	e.fresh, e.made = r.Fresh, made
	if made {
		e.at = e.firstRequired()
	} else {
		e.at = e.firstText()
	}
	if !r.Named {
		e.name = safe.Clean(d.Title) + " > edit"
	}
	for i, f := range slices.Concat(e.check.Properties, e.check.Params) {
		// The instance screen also begins at ensure; for a type with a text the
		// user did not choose ensure.
		if f.Attr.Name == r.Attr && (r.Attr != "ensure" || e.firstText() == 0) {
			e.at = i
		}
	}
	return e
}

// firstRequired returns the first field for a new resource: the first required
// field, or the first ordinary property after ensure.
func (e *form) firstRequired() int {
	first := 0
	for i := range e.fields() {
		switch a := e.nth(i).Attr; {
		case a.Required && !a.Namevar:
			return i
		case first == 0 && a.Name != "ensure" && a.Kind == ral.Property && !a.ReadOnly && len(a.Features) == 0:
			first = i
		}
	}
	return first
}

// firstText returns the first field for a type with a text of several lines:
// the text, which users usually want to edit. If the resource has no text, as a
// directory, it returns the first field after ensure, because text typed into
// ensure would be the target of a link.
func (e *form) firstText() int {
	at := slices.IndexFunc(e.check.Properties, func(f draft.Field) bool { return f.Attr.Multiline })
	if at >= 0 && e.draft.Found != nil && !e.draft.Found.Known(e.nth(at).Attr.Name) {
		at = slices.IndexFunc(e.check.Properties, func(f draft.Field) bool { return f.Attr.Name != "ensure" && !f.Attr.Multiline && !f.Attr.ReadOnly })
	}
	return max(0, at)
}

func newEdit(sh *kit.Shared, d *draft.Draft) *Screen {
	e := &Screen{name: "edit", plannedForm: plannedForm{form: form{sh: sh, draft: d, moved: make(map[string]bool)}}}
	e.search = kit.NewSearch(e.show)
	e.reading = d.Found == nil
	e.check = unchecked(d)
	return e
}

// unchecked returns the fields of a draft before its first check, so that the
// user can already type.
func unchecked(d *draft.Draft) draft.Check {
	var c draft.Check
	for _, a := range d.Type.Properties() {
		f := draft.Field{Attr: a}
		f.Typed, f.Set = d.Text(a.Name)
		f.IsText = notation.ShowFound(a, d.Found)
		c.Properties = append(c.Properties, f)
	}
	for _, a := range draft.Params(d.Type) {
		f := draft.Field{Attr: a}
		f.Typed, f.Set = d.Text(a.Name)
		c.Params = append(c.Params, f)
	}
	return c
}

func (e *Screen) Crumb() safe.Text {
	if e.lines != nil {
		return e.name + " > " + safe.Clean(e.current().Attr.Name)
	}
	return e.name
}

func (e *Screen) Where() keys.Where { return keys.OnEdit }

func (e *Screen) Chip() safe.Text { return e.search.Chip(e.seen(), e.fields()) }

func (e *Screen) Close() {
	e.elects.Stop()
	e.reads.Stop()
	e.readsAll.Stop()
	if e.live.cancel != nil {
		e.live.cancel()
	}
}

// Busy reports whether anything is being read.
func (e *Screen) Busy() bool { return !e.ready || e.reading }

// Typing returns true until esc is pressed, because text goes into the current
// field.
func (e *Screen) Typing() bool { return !e.commands || e.search.Typing() }

// Idle reports whether no field is open.
func (e *Screen) Idle() bool { return e.field == nil && e.lines == nil && !e.search.Typing() }

// Start reads the resource, unless it was read before.
func (e *Screen) Start() tea.Cmd {
	if e.reading {
		return e.begin(true)
	}
	return tea.Batch(e.hereAlready(), e.begin(false))
}

func (e *Screen) Update(msg tea.Msg) tea.Cmd {
	if provider, ok := e.elects.Done(msg); ok {
		return e.elected(provider)
	}
	if got, ok := e.reads.Done(msg); ok {
		return e.read(got)
	}
	if got, ok := e.readsAll.Done(msg); ok {
		return e.readAll(got.founds, got.err)
	}
	switch msg := msg.(type) {
	case kit.DraftedMsg:
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
	case kit.ListedMsg:
		if e.field != nil && e.values.at == 0 && msg.Listing.Stage == listings.StageDone {
			return e.complete()
		}
	case kit.ChangedMsg:
		e.renew()
		e.ready = false
		return e.begin(true)
	case tea.PasteMsg:
		if e.search.Paste(msg); !e.commands {
			return e.paste(msg.Content)
		}
	}
	return nil
}

// renew continues with new drafts after an apply: further edits begin a new
// draft.
func (e *Screen) renew() {
	current := func(d *draft.Draft) *draft.Draft {
		now := e.sh.Basket.Current(d)
		if now != d {
			now.PlaceAs(d)
			clear(e.moved) // the next read is the base of the new draft
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

// hereAlready reports that a resource requested as new exists, and drops the
// staged ensure. It does so only after the first read, because a later resource
// was created meanwhile.
func (e *Screen) hereAlready() tea.Cmd {
	fresh, made := e.fresh, e.made
	e.fresh, e.made = false, false
	if !fresh || !e.draft.Found.Present() {
		return nil
	}
	if made {
		e.draft.Undo("ensure")
	}
	return kit.Say(safe.Clean(e.draft.Title) + " exists already; ralsh opened it for editing")
}

// recheck validates and munges the whole draft, which takes microseconds, and
// plans it in the background.
func (e *Screen) recheck() tea.Cmd {
	if !e.ready {
		return nil
	}
	e.check = e.sh.Session.Drafts.CheckAll(e.sh.Ctx, e.drafts())
	return e.stale()
}

func (e *form) fields() int { return len(e.check.Properties) + len(e.check.Params) }

// current returns the field under the cursor.
func (e *form) current() draft.Field {
	return e.nth(e.at)
}

func (e *form) nth(i int) draft.Field {
	if n := len(e.check.Properties); i >= n {
		return e.check.Params[i-n]
	}
	return e.check.Properties[i]
}
