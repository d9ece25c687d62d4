package typelist

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen is the first screen: every registered type, its default provider, and
// its number of instances.
type Screen struct {
	kit.Browser[*listings.Listing] // its pane is the detail
	instances                      kit.InstancesColumn
	width                          int
	rest                           kit.Rest
	about                          *listings.Listing // the listing that the other columns show
}

// maxReading is the maximum number of types that are read concurrently.
const maxReading = 3

// New lists all types.
func New(sh *kit.Shared) *Screen {
	s := &Screen{}
	s.Browser = kit.NewBrowser(sh, widget.NewList(
		func(l *listings.Listing) string { return l.Type.Name },
		func(l *listings.Listing) string {
			return l.Type.Name + " " + l.Type.Summary + " " + l.Type.Origin.Module
		},
		kit.TypesByName,
	))
	s.Own, s.Table, s.Row, s.Foot, s.Message, s.Nothing = s.actions, s.table, s.row, s.foot, s.message, s.nothing
	s.Flagged = func(l *listings.Listing) bool { return kit.TypeSign(l) != frame.NoSign }
	for _, t := range sh.Session.Types() {
		s.List.Add(sh.Listings.Of(t))
	}
	s.Search = kit.NewSearch(s.filter)
	if sh.Welcome.Any() {
		s.List.Go(sh.Welcome.Why)
	}
	return s
}

// filter shows the types that match in name, summary or module, and moves the
// cursor to a type with a name that begins with the text.
func (s *Screen) filter(f widget.Filter) {
	s.List.Filter(f)
	text := strings.ToLower(s.Search.Text())
	if at, ok := s.List.Cursor(); text == "" || ok && strings.HasPrefix(at.Type.Name, text) {
		return
	}
	for _, t := range s.Sh.Session.Types() {
		if strings.HasPrefix(t.Name, text) && s.List.Go(t.Name) {
			return
		}
	}
}

func (s *Screen) Crumb() safe.Text  { return "types" }
func (s *Screen) Where() keys.Where { return keys.OnTypes }

// Start reports once which parts of the modules are unusable.
func (s *Screen) Start() tea.Cmd {
	if s.Sh.ModulesReported {
		return s.feed()
	}
	s.Sh.ModulesReported = true
	return tea.Batch(s.feed(), s.reportModules(nil), s.describe())
}

// feed starts reading waiting types, first the type under the cursor.
func (s *Screen) feed() tea.Cmd {
	var waiting []*listings.Listing
	running := 0
	for _, t := range s.Sh.Session.Types() {
		switch l := s.Sh.Listings.Of(t); {
		case l.Busy():
			running++
		case l.Stage == listings.StageWaiting:
			waiting = append(waiting, l)
		}
	}
	if at, ok := s.List.Cursor(); ok {
		if i := slices.Index(waiting, at); i > 0 {
			waiting[0], waiting[i] = waiting[i], waiting[0]
			slices.SortFunc(waiting[1:], kit.TypesByName)
		}
	}
	var cmds []tea.Cmd
	for _, l := range waiting[:min(len(waiting), max(0, maxReading-running))] {
		cmds = append(cmds, s.Sh.Begin(l))
	}
	return tea.Batch(cmds...)
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case kit.ListedMsg:
		s.Narrow()
		if !msg.Listing.Busy() {
			return s.feed()
		}
	case reloadedMsg:
		return s.reloaded(msg)
	case kit.RestedMsg:
		if msg.Screen == s {
			s.rest.Over(msg)
		}
	case kit.SeekMsg:
		s.List.Go(msg.Typ)
	case kit.SeenMsg, kit.ChangedMsg:
		return s.feed()
	}
	return s.Browser.Update(msg)
}

func (s *Screen) Busy() bool {
	return slices.ContainsFunc(s.Sh.Session.Types(), func(t *ral.Type) bool { return s.Sh.Listings.Of(t).Busy() })
}

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	before, _ := s.List.Cursor()
	cmd, handled := s.Browser.Do(in)
	if now, _ := s.List.Cursor(); now != before && s.Wide {
		s.Pane.Top = 0
		s.rest.Moved(s.Sh, s)
	}
	return cmd, handled
}

// actions returns the actions for the row under the cursor. For a type without
// a suitable provider, only the reasons are available.
func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	to := func(kind kit.RouteKind) func() tea.Cmd {
		return func() tea.Cmd { return kit.Push(kit.Route{Kind: kind, Typ: at.Type.Name}) }
	}
	pane := func(by int) func() tea.Cmd { return func() tea.Cmd { return s.nextPane(at, by) } }
	instances, why, newHint, facts := safe.Text("list instances"), safe.Text("explain"), safe.Text("create"), safe.Text("")
	open, noNew := to(kit.RouteType), row
	noPane, zoom := row, kit.MissingReason(keys.Zoom)
	if s.Wide {
		why, facts = "explain providers", "show facts"
	}
	if s.Wide {
		zoom = string(s.Sh.Spell("{next-pane} moves to the other columns, {open} opens"))
	} else if ok {
		noPane = kit.Because(kit.MissingReason(keys.NextPane))
	}
	if ok && at.Unsuitable() {
		instances, why = "explain", ""
		// A type of a module that is only declared, like concat_fragment,
		// belongs to a different resource in the basket.
		if !at.Type.OnlyDeclared() || at.Type.Origin.BuiltIn() {
			newHint, noNew = "", kit.Because(kit.UnsuitableReason(at))
		}
	}
	if s.Pane.Focus {
		open = to(kit.RouteProviders)
	}
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: instances, Disabled: row, Do: open},
		{In: keys.Why, Hint: why, Disabled: row, Do: to(kit.RouteProviders)},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.New, Hint: newHint, Disabled: noNew, Do: func() tea.Cmd { return s.newInstance(at.Type) }},
		{In: keys.Facts, Hint: facts},
		{In: keys.Jump, Hint: "jump"},
		{In: keys.Instances, Disabled: row, Do: to(kit.RouteType)},
		{In: keys.MoveLeft, Disabled: kit.Unless(s.Pane.Focus, string(s.Sh.Spell("this is the first screen; {quit} quits")))},
		{In: keys.NextPane, Disabled: noPane, Do: pane(1)},
		{In: keys.PreviousPane, Disabled: noPane, Do: pane(-1)},
		{In: keys.Zoom, Disabled: kit.Because(zoom)},
		{In: keys.Refresh, Do: s.again},
		{In: keys.ShowCommand, Disabled: row, Do: kit.ShowsCommand(s.Sh, func() string { return s.Sh.Session.CommandLine("resource", at.Type.Name) })},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCopyMenu(s.Sh, at.Type.Name, nil, "")) }},
	}
}

// nextPane moves the focus to the next column: types, instances, detail. The
// instances are a separate screen, which is skipped if it is empty.
func (s *Screen) nextPane(at *listings.Listing, by int) tea.Cmd {
	switch listed := kit.Without(at) == "" && kit.MillerOf(s.width, s.Shift).Middle > 0; {
	case s.Pane.Focus == (by < 0) && listed:
		s.Pane.Focus = false
		return kit.Push(kit.Route{Kind: kit.RouteType, Typ: at.Type.Name})
	default:
		s.Pane.Focus = !s.Pane.Focus
	}
	return nil
}

// newInstance prompts for the name of a new instance, with the list of
// instances below, so that back and the breadcrumb are as usual.
func (s *Screen) newInstance(t *ral.Type) tea.Cmd {
	if t.NotListable != "" {
		return kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name})
	}
	return tea.Sequence(kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: t.Name}), kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name, Over: true}))
}

// again reads all types and the modules again.
func (s *Screen) again() tea.Cmd {
	s.Sh.Session.Env.Invalidate()
	s.Sh.Listings.Expire()
	return tea.Batch(s.feed(), s.reload())
}

// Shows reports whether a pane shows the instances, which enter opens.
func (s *Screen) Shows(pane int) bool { return s.Wide && pane == 1 }
