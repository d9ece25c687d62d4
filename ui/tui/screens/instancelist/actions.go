package instancelist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/export"
	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// noSides returns why a row cannot be compared with rows of the same name, or
// "".
func (s *Screen) noSides(at listings.Entry) string {
	switch {
	case s.isStaged(at):
		return "the " + s.typ.Name + " does not exist on this host yet"
	case len(s.known(at)) > 1:
		return ""
	case s.listing.Busy():
		return "the type is still being read"
	}
	return at.Instance.Name + " exists for 1 provider; a comparison needs two"
}

// stays returns why the removal of a row cannot be staged, or "" if it can.
func (s *Screen) stays(at listings.Entry) string {
	if why := kit.IrremovableReason(s.typ); why != "" {
		return why
	}
	if s.isStaged(at) && len(s.List.Selected()) == 0 {
		return string(s.notThere())
	}
	return ""
}

// Do performs an intent. If the cursor leaves a row, the row counts as visited.
func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	s.back = ""
	at, ok := s.List.Cursor()
	cmd, handled := s.carryOut(in)
	if next, _ := s.List.Cursor(); ok && next.Instance != at.Instance {
		s.listing.Visit(at.Instance)
		s.Pane.Top = 0
		s.rest.Moved(s.Sh, s)
	}
	if look := s.readCursor(); look != nil {
		s.Sh.Rests = append(s.Sh.Rests, look) // does not delay the following keys
	}
	return cmd, handled
}

func (s *Screen) carryOut(in keys.Intent) (tea.Cmd, bool) {
	switch {
	case in == keys.Back && s.Search.Do(in):
		return nil, true
	case in == keys.Back && s.page && s.narrow:
		s.page = false
		return nil, true
	}
	return s.Browser.Do(in)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	sides, stays := row, row
	if ok {
		sides = func() string { return s.noSides(at) }
		stays = func() string { return s.stays(at) }
	}
	back, zoom := safe.Text("close"), &s.zoom
	if !s.page {
		back = "clear filter"
	}
	if s.narrow {
		zoom = &s.page
	}
	border := kit.Unless(!s.zoom, string(s.Sh.Spell("only 1 pane is shown; {zoom} shows both")))
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "open", Disabled: row, Do: func() tea.Cmd { return kit.Push(s.inside(at)) }},
		{In: keys.Edit, Hint: "edit", Disabled: row, Do: s.editChosen},
		{In: keys.New, Hint: "create", Do: func() tea.Cmd { return kit.Push(kit.Route{Kind: kit.RouteNew, Typ: s.typ.Name}) }},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Select, Hint: "select", Disabled: row, Do: kit.Does(func() {
			s.List.Toggle()
			s.List.Move(1)
		})},
		{In: keys.Why, Hint: "explain", Do: s.why},
		{In: keys.Refresh, Hint: "read again", Do: func() tea.Cmd { return s.Sh.ReadAgain(s.typ) }},
		{In: keys.Basket, Hint: "show basket"},
		{In: keys.Back, Hint: back},
		{In: keys.MoveUp, With: keys.MoveDown, Hint: "move"},
		{In: keys.SideBySide, Hint: "compare", Disabled: sides, Do: func() tea.Cmd {
			return kit.Push(kit.ToSides(s.typ, at.Instance.Name, s.known(at)))
		}},
		{In: keys.StageRemoval, Disabled: stays, Do: s.removeChosen},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(s.copyMenu(at)) }},
		{In: keys.EditInEditor, Disabled: row},
		{In: keys.SelectRange, Disabled: row, Do: kit.Does(s.List.Range)},
		{In: keys.KeepReading, Do: func() tea.Cmd { return s.Toggle(s.Sh, s, "; changed rows are marked ^") }},
		{In: keys.NextPane, Do: func() tea.Cmd { return s.nextPane(1) }},
		{In: keys.PreviousPane, Do: func() tea.Cmd { return s.nextPane(-1) }},
		{In: keys.Zoom, Do: kit.Sets(zoom, !*zoom)},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.Shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.Shift, 2)},
		{In: keys.ShowCommand, Do: kit.ShowsCommand(s.Sh, func() string { return s.Sh.Session.CommandLine("resource", s.typ.Name) })},
	}
}

// why opens the drift of the row under the cursor, or the failures of sources,
// or the findings about the row, or the providers of the type.
func (s *Screen) why() tea.Cmd {
	at, ok := s.List.Cursor()
	was, moved := s.listing.Was(at.Instance)
	switch {
	case moved:
		return kit.Push(kit.ToDrift(was, at.Instance))
	case len(s.listing.Failed()) > 0 && ok:
		return kit.Push(kit.ToFailures(s.typ, at.Instance.Provider))
	case len(s.listing.Failed()) > 0:
		return kit.Push(kit.ToFailures(s.typ, nil))
	case ok && s.isStaged(at):
		return kit.Push(kit.ToProviders(s.typ, at.Instance.Provider))
	case ok:
		return kit.Push(kit.ToFindings(at.Instance))
	}
	return kit.Push(kit.ToProviders(s.typ, nil))
}

// inside returns the route to the instance of a row, or to the editor of a
// staged instance.
func (s *Screen) inside(at listings.Entry) kit.Route {
	if s.isStaged(at) {
		return kit.ToEditor(s.draft(at))
	}
	return kit.ToInstance(s.typ, at.Instance.Name, at.Instance)
}

// copyMenu offers to copy parts of a row.
func (s *Screen) copyMenu(at listings.Entry) *kit.Menu {
	value := ""
	if s.typ.Columns[0] != "" {
		value = s.value(at.Instance, s.typ.Columns[0])
	}
	if d := s.staged.drafts[at.Instance]; d != nil {
		write := func(as export.Format) (string, error) { return draft.Copy(d, as) }
		return kit.NewCopyMenuOf(s.Sh, d.Title, value, write)
	}
	return kit.NewCopyMenu(s.Sh, at.Instance.Name, at.Instance, value)
}

func (s *Screen) draft(e listings.Entry) *draft.Draft {
	if d := s.staged.drafts[e.Instance]; d != nil {
		return d
	}
	return s.Sh.Basket.Draft(s.typ, e.Instance.Name, e.Instance.Provider, e.Instance)
}

// chosen returns the selected rows, or the row under the cursor. It ends a
// range.
func (s *Screen) chosen() []listings.Entry {
	s.List.EndRange()
	rows := s.List.Selected()
	if at, ok := s.List.Cursor(); ok && len(rows) == 0 {
		rows = []listings.Entry{at}
	}
	return rows
}

// AsText returns drafts of the chosen rows, including their edits.
func (s *Screen) AsText() (drafts []*draft.Draft, asIs bool) {
	for _, e := range s.chosen() {
		if d := s.staged.drafts[e.Instance]; d != nil {
			drafts = append(drafts, d.Clone())
			continue
		}
		drafts = append(drafts, s.Sh.Basket.Copy(s.typ, e.Instance.Name, e.Instance.Provider, e.Instance))
	}
	return drafts, true
}

// maxSheet is the maximum number of drafts in an editor, because each key
// checks all drafts.
const maxSheet = 500

// editChosen opens the editor for the chosen rows together: it sets each typed
// value in all rows.
func (s *Screen) editChosen() tea.Cmd {
	rows := s.chosen()
	if len(rows) == 1 {
		return kit.Push(kit.ToEditor(s.draft(rows[0])))
	}
	if len(rows) > maxSheet {
		return kit.SayUnavailable(words.Count(len(rows)) + " rows are selected, but at most " + words.Count(maxSheet) + " can be edited together" +
			"; " + safe.Clean(s.Sh.Keys.Key(keys.EditInEditor)) + " has no limit")
	}
	var drafts []*draft.Draft
	for _, e := range rows {
		drafts = append(drafts, s.draft(e))
	}
	return kit.Push(kit.ToEditor(drafts...))
}
