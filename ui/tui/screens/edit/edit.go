package edit

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen is the editor of one draft: every attribute with what it is, what it
// should be, and what ralsh makes of that while one types.
type Screen struct {
	sh       *kit.Shared
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
	scroll   kit.Viewport
	commands bool // esc was pressed: keys are commands, and no text
	live     livePlan
	values   fieldValues
	lines    *textEdit // nil while the form is shown
	search   kit.Search
	filter   widget.Filter // of the fields that are shown
	fresh    bool          // it was asked for as a new one
	made     bool          // to be present was put into the draft by that
	begun    string        // what stood in the field when typing began
}

// New edits the drafts of a route: one, or several in one sheet.
func New(sh *kit.Shared, r kit.Route) *Screen {
	if len(r.Drafts) > 1 {
		return newEditAll(sh, r.Drafts)
	}
	d := r.Drafts[0]
	made := r.Fresh && makePresent(d)
	e := newEdit(sh, d)
	e.fresh, e.made = r.Fresh, made
	if made {
		e.at = e.firstWanted()
	} else {
		e.at = e.firstText()
	}
	if !r.Named {
		e.name = safe.Clean(d.Title) + " > edit"
	}
	for i, f := range slices.Concat(e.check.Properties, e.check.Params) {
		// The instance begins with ensure too: where there is a text it is not meant.
		if f.Attr.Name == r.Attr && (r.Attr != "ensure" || e.firstText() == 0) {
			e.at = i
		}
	}
	return e
}

// firstWanted is the field at which a new resource begins: the first that is required,
// else the first behind what says that it is to be there.
func (e *Screen) firstWanted() int {
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

// firstText is the field at which one begins that has a text of several lines: that, where
// there is one, as it is what a person comes for. Where it has none, as a directory has not,
// it is the first behind ensure, since any text there is the target of a link.
func (e *Screen) firstText() int {
	at := slices.IndexFunc(e.check.Properties, func(f model.Field) bool { return f.Attr.Multiline })
	if at >= 0 && e.draft.Found != nil && !e.draft.Found.Known(e.nth(at).Attr.Name) {
		at = slices.IndexFunc(e.check.Properties, func(f model.Field) bool { return f.Attr.Name != "ensure" && !f.Attr.Multiline && !f.Attr.ReadOnly })
	}
	return max(0, at)
}

// newEdit edits a draft.
func newEdit(sh *kit.Shared, d *model.Draft) *Screen {
	e := &Screen{sh: sh, draft: d, name: "edit", moved: make(map[string]bool)}
	e.search = kit.NewSearch(e.show)
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
		screen   *Screen
		gen      int
		provider *ral.Provider
	}
	// editReadMsg is what the resource is now.
	editReadMsg struct {
		screen *Screen
		gen    int
		found  *ral.Instance
		err    error
		needs  []string // what is not typed yet, and without which it cannot be read
	}
)

func (e *Screen) Crumb() safe.Text {
	if e.lines != nil {
		return e.name + " > " + safe.Clean(e.current().Attr.Name)
	}
	return e.name
}

func (e *Screen) Where() keys.Where { return keys.OnEdit }

func (e *Screen) Chip() safe.Text { return e.search.Chip(e.seen(), e.fields()) }

func (e *Screen) Close() {
	if e.live.cancel != nil {
		e.live.cancel()
	}
}

// Busy is true while something is read.
func (e *Screen) Busy() bool { return !e.ready || e.reading }

// Typing is true from the beginning: text goes into the field under the cursor. It
// needs esc for keys to be commands.
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

// renew begins again with what was applied: it is as it was wanted, and what is typed
// from here on is another draft.
func (e *Screen) renew() {
	current := func(d *model.Draft) *model.Draft {
		now := e.sh.Basket.Current(d)
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

// hereAlready says that what was asked for as a new one is there, and drops
// what that staged. It is asked once: what is there later was made meanwhile.
func (e *Screen) hereAlready() tea.Cmd {
	fresh, made := e.fresh, e.made
	e.fresh, e.made = false, false
	if !fresh || !e.draft.Found.Present() {
		return nil
	}
	if made {
		e.draft.Undo("ensure")
	}
	return kit.Say(safe.Clean(e.draft.Title) + " is here already: this edits it")
}

// recheck validates and munges the whole draft, which takes microseconds, and has the
// rest asked in the background.
func (e *Screen) recheck() tea.Cmd {
	if !e.ready {
		return nil
	}
	e.check = e.sh.Session.CheckAll(e.sh.Ctx, e.drafts())
	return e.stale()
}

func (e *Screen) fields() int { return len(e.check.Properties) + len(e.check.Params) }

// current is the field under the cursor.
func (e *Screen) current() model.Field {
	return e.nth(e.at)
}

func (e *Screen) nth(i int) model.Field {
	if n := len(e.check.Properties); i >= n {
		return e.check.Params[i-n]
	}
	return e.check.Properties[i]
}
