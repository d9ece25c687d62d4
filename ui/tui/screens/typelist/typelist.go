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
	sh     *kit.Shared
	list   *widget.List[*listings.Listing]
	search kit.Search
	beside kit.InstancesBeside
	shift  int // user's shift of the border between the columns
	width  int
	wide   bool // other columns are next to the list
	split  bool // there is room for other columns
	rest   kit.Rest
	about  *listings.Listing // the listing that the other columns show
	detail kit.ScrolledPane
}

// maxReading is the maximum number of types that are read concurrently.
const maxReading = 3

// New lists all types.
func New(sh *kit.Shared) *Screen {
	s := &Screen{sh: sh}
	s.list = widget.NewList(
		func(l *listings.Listing) string { return l.Type.Name },
		func(l *listings.Listing) string {
			return l.Type.Name + " " + l.Type.Summary + " " + l.Type.Origin.Module
		},
		kit.TypesByName,
	)
	for _, t := range sh.Session.Types() {
		s.list.Add(sh.Listings.Of(t))
	}
	s.search = kit.NewSearch(s.filter)
	if sh.Welcome.Any() {
		s.list.Go(sh.Welcome.Why)
	}
	return s
}

// filter shows the types that match in name, summary or module, and moves the
// cursor to a type whose name begins with the text.
func (s *Screen) filter(f widget.Filter) {
	s.list.Filter(f)
	text := strings.ToLower(s.search.Text())
	if at, ok := s.list.Cursor(); text == "" || ok && strings.HasPrefix(at.Type.Name, text) {
		return
	}
	for _, t := range s.sh.Session.Types() {
		if strings.HasPrefix(t.Name, text) && s.list.Go(t.Name) {
			return
		}
	}
}

func (s *Screen) Crumb() safe.Text  { return "types" }
func (s *Screen) Where() keys.Where { return keys.OnTypes }
func (s *Screen) Typing() bool      { return s.search.Typing() }
func (s *Screen) Close()            {}

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Screen) Chip() safe.Text {
	_, _, shown := s.list.Rows()
	return s.search.Chip(shown, s.list.Total())
}

// Start reports once which parts of the modules are unusable.
func (s *Screen) Start() tea.Cmd {
	if s.sh.ToldModules {
		return s.feed()
	}
	s.sh.ToldModules = true
	return tea.Batch(s.feed(), s.modulesSaid(nil), s.describe())
}

// feed starts reading waiting types, the one under the cursor first.
func (s *Screen) feed() tea.Cmd {
	var waiting []*listings.Listing
	running := 0
	for _, t := range s.sh.Session.Types() {
		switch l := s.sh.Listings.Of(t); {
		case l.Busy():
			running++
		case l.Stage == listings.StageWaiting:
			waiting = append(waiting, l)
		}
	}
	if at, ok := s.list.Cursor(); ok {
		if i := slices.Index(waiting, at); i > 0 {
			waiting[0], waiting[i] = waiting[i], waiting[0]
			slices.SortFunc(waiting[1:], kit.TypesByName)
		}
	}
	var cmds []tea.Cmd
	for _, l := range waiting[:min(len(waiting), max(0, maxReading-running))] {
		cmds = append(cmds, s.sh.Begin(l))
	}
	return tea.Batch(cmds...)
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	switch msg := msg.(type) {
	case kit.ListedMsg:
		if s.search.Only {
			s.show()
		}
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
		s.list.Go(msg.Typ)
	case kit.SeenMsg, kit.ChangedMsg:
		return s.feed()
	}
	return nil
}

func (s *Screen) Busy() bool {
	return slices.ContainsFunc(s.sh.Session.Types(), func(t *ral.Type) bool { return s.sh.Listings.Of(t).Busy() })
}

func (s *Screen) show() {
	if !s.search.Only {
		s.list.Only(nil)
		return
	}
	s.list.Only(func(l *listings.Listing) bool { return kit.TypeSign(l) != frame.NoSign })
}

func (s *Screen) DisabledReason(in keys.Intent) string { return s.actions().DisabledReason(in) }

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	before, _ := s.list.Cursor()
	cmd, handled := s.carryOut(in)
	if now, _ := s.list.Cursor(); now != before && s.wide {
		s.detail.Top = 0
		s.rest.Moved(s.sh, s)
	}
	return cmd, handled
}

func (s *Screen) carryOut(in keys.Intent) (tea.Cmd, bool) {
	if s.detail.Focus && (s.detail.Do(in) || in == keys.Back || in == keys.MoveLeft) {
		s.detail.Focus = in != keys.Back && in != keys.MoveLeft
		return nil, true
	}
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		return nil, true
	}
	return s.actions().Do(in)
}

// actions returns the actions for the row under the cursor. For a type without
// a suitable provider, only the reasons are available.
func (s *Screen) actions() kit.Actions {
	at, ok := s.list.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	to := func(kind kit.RouteKind) func() tea.Cmd {
		return func() tea.Cmd { return kit.Push(kit.Route{Kind: kind, Typ: at.Type.Name}) }
	}
	pane := func(by int) func() tea.Cmd { return func() tea.Cmd { return s.nextPane(at, by) } }
	instances, why, newHint, facts := safe.Text("instances"), safe.Text("why"), safe.Text("new"), safe.Text("")
	open, noNew := to(kit.RouteType), row
	noPane, zoom := row, kit.MissingReason(keys.Zoom)
	if s.wide || s.split {
		why, facts = "providers and why", "facts"
	}
	if s.wide {
		zoom = string(s.sh.Spell("{next-pane} leads to the other columns, {open} goes in"))
	} else if ok {
		noPane = kit.Because(kit.MissingReason(keys.NextPane))
	}
	border := kit.Unless(s.wide, kit.MissingReason(keys.PaneWider))
	if ok && at.Unsuitable() {
		instances, why = "why", ""
		// One of a module that is only declared, such as concat_fragment, is for another
		// resource in the basket.
		if !at.Type.OnlyDeclared() || at.Type.Origin.BuiltIn() {
			newHint, noNew = "", kit.Because(kit.UnsuitableReason(at))
		}
	}
	if s.detail.Focus {
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
		{In: keys.MoveLeft, Disabled: kit.Unless(s.detail.Focus, string(s.sh.Spell("this is the top; {quit} quits")))},
		{In: keys.NextPane, Disabled: noPane, Do: pane(1)},
		{In: keys.PreviousPane, Disabled: noPane, Do: pane(-1)},
		{In: keys.Zoom, Disabled: kit.Because(zoom)},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.shift, 2)},
		{In: keys.OnlyFindings, Do: kit.Does(func() {
			s.search.Only = !s.search.Only
			s.show()
		})},
		{In: keys.Refresh, Do: s.again},
		{In: keys.ShowCommand, Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("resource", at.Type.Name)))
		}},
		{In: keys.Copy, Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCopyMenu(s.sh, at.Type.Name, nil, "")) }},
	}
}

// nextPane moves the focus to the next column: types, instances, detail. The
// instances are a separate screen, which is skipped if there are none.
func (s *Screen) nextPane(at *listings.Listing, by int) tea.Cmd {
	switch listed := kit.Without(at) == "" && kit.MillerOf(s.width, s.shift).Middle > 0; {
	case s.detail.Focus == (by < 0) && listed:
		s.detail.Focus = false
		return kit.Push(kit.Route{Kind: kit.RouteType, Typ: at.Type.Name})
	default:
		s.detail.Focus = !s.detail.Focus
	}
	return nil
}

// newInstance asks for the name of a new instance, with the list of instances below,
// so that back and the breadcrumb are as usual.
func (s *Screen) newInstance(t *ral.Type) tea.Cmd {
	if t.NotListable != "" {
		return kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name})
	}
	return tea.Sequence(kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: t.Name}), kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name, Over: true}))
}

// again reads all types and the modules again.
func (s *Screen) again() tea.Cmd {
	s.sh.Session.Env.Invalidate()
	s.sh.Listings.Expire()
	return tea.Batch(s.feed(), s.reload())
}

// Shows reports whether a pane shows the instances, which enter opens.
func (s *Screen) Shows(pane int) bool { return s.wide && pane == 1 }
