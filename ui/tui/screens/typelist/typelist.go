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
// how many instances there are.
type Screen struct {
	sh     *kit.Shared
	list   *widget.List[*listings.Listing]
	search kit.Search
	beside kit.InstancesBeside
	shift  int // of the border between the columns, by the user
	width  int
	wide   bool // other columns stand beside the list
	rest   kit.Rest
	about  *listings.Listing // what the other columns are about
	detail kit.ScrolledPane
}

// atOnce is how many types are looked at side by side.
const atOnce = 3

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

// filter leaves what has the words in its name or what it is about, and puts the
// cursor on a type that is called so.
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

// Start says once what of the modules cannot be used.
func (s *Screen) Start() tea.Cmd {
	if s.sh.ToldModules {
		return s.feed()
	}
	s.sh.ToldModules = true
	return tea.Batch(s.feed(), s.modulesSaid(nil))
}

// feed begins to look at the types that wait, the row under the cursor first.
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
	for _, l := range waiting[:min(len(waiting), max(0, atOnce-running))] {
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

func (s *Screen) Disabled(in keys.Intent) string {
	at, ok := s.list.Cursor()
	switch in {
	case keys.MoveLeft:
		if !s.detail.Focus {
			return string(s.sh.Spell("this is the top; {quit} quits"))
		}
	case keys.Open, keys.MoveRight, keys.Instances, keys.Why, keys.New, keys.ShowCommand, keys.Copy, keys.NextPane, keys.PreviousPane:
		if !ok {
			return kit.NoRow
		}
	case keys.Zoom:
		if !s.wide {
			return kit.MissingReason(in)
		}
		return string(s.sh.Spell("{next-pane} leads to the other columns, {open} goes in"))
	case keys.PaneNarrower, keys.PaneWider:
		if !s.wide {
			return kit.MissingReason(in)
		}
	}
	if (in == keys.NextPane || in == keys.PreviousPane) && !s.wide {
		return kit.MissingReason(in)
	}
	if in == keys.New && at.Unsuitable() {
		return kit.UnsuitableReason(at)
	}
	return ""
}

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
	at, ok := s.list.Cursor()
	if in == keys.OnlyFindings {
		s.search.Only = !s.search.Only
		s.show()
		return nil, true
	}
	switch in {
	case keys.PaneNarrower:
		s.shift -= 2
		return nil, true
	case keys.PaneWider:
		s.shift += 2
		return nil, true
	}
	if in == keys.Refresh {
		return s.again(), true
	}
	if !ok {
		return nil, false
	}
	switch in {
	case keys.NextPane:
		return s.nextPane(at, 1), true
	case keys.PreviousPane:
		return s.nextPane(at, -1), true
	case keys.Open, keys.Instances, keys.MoveRight:
		if s.detail.Focus && in != keys.Instances {
			return kit.Push(kit.Route{Kind: kit.RouteProviders, Typ: at.Type.Name}), true
		}
		return kit.Push(kit.Route{Kind: kit.RouteType, Typ: at.Type.Name}), true
	case keys.Why:
		return kit.Push(kit.Route{Kind: kit.RouteProviders, Typ: at.Type.Name}), true
	case keys.New:
		return s.anew(at.Type), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("resource", at.Type.Name))), true
	case keys.Copy:
		return kit.ShowMenu(kit.NewCopyMenu(s.sh, at.Type.Name, nil, "")), true
	}
	return nil, false
}

// nextPane gives the focus to the next column: types, instances, detail. The instances
// are a screen of their own, and are passed over where there are none to be on.
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

// anew asks for a name, with the instances below, so that from the resource the way
// back and the breadcrumb are those of any other one.
func (s *Screen) anew(t *ral.Type) tea.Cmd {
	if t.NotListable != "" {
		return kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name})
	}
	return tea.Sequence(kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: t.Name}), kit.Push(kit.Route{Kind: kit.RouteNew, Typ: t.Name, Over: true}))
}

// again looks at all types anew, and at the modules.
func (s *Screen) again() tea.Cmd {
	s.sh.Session.Env.Invalidate()
	s.sh.Listings.Expire()
	return tea.Batch(s.feed(), s.reload())
}

// Shows reports whether a pane shows the instances, to which enter leads.
func (s *Screen) Shows(pane int) bool { return s.wide && pane == 1 }
