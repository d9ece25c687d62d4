package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// types is the first screen: every registered type, its default provider, and
// how many instances there are.
type types struct {
	sh     *shared
	list   *widget.List[*listings.Listing]
	search search
	beside instancesBeside
	shift  int // of the border between the columns, by the user
	width  int
	wide   bool // other columns stand beside the list
	rest   rest
	about  *listings.Listing // what the other columns are about
	detail scrolledPane
}

// atOnce is how many types are looked at side by side.
const atOnce = 3

func newTypes(sh *shared) *types {
	s := &types{sh: sh}
	s.list = widget.NewList(
		func(l *listings.Listing) string { return l.Type.Name },
		func(l *listings.Listing) string {
			return l.Type.Name + " " + l.Type.Summary + " " + l.Type.Origin.Module
		},
		typesByName,
	)
	for _, t := range sh.session.Types() {
		s.list.Add(sh.listings.Of(t))
	}
	s.search = newSearch(s.filter)
	if sh.welcome.any() {
		s.list.Go(sh.welcome.Why)
	}
	return s
}

// filter leaves what has the words in its name or what it is about, and puts the
// cursor on a type that is called so.
func (s *types) filter(f widget.Filter) {
	s.list.Filter(f)
	text := strings.ToLower(s.search.text())
	if at, ok := s.list.Cursor(); text == "" || ok && strings.HasPrefix(at.Type.Name, text) {
		return
	}
	for _, t := range s.sh.session.Types() {
		if strings.HasPrefix(t.Name, text) && s.list.Go(t.Name) {
			return
		}
	}
}

func (s *types) crumb() safe.Text  { return "types" }
func (s *types) where() keys.Where { return keys.OnTypes }
func (s *types) typing() bool      { return s.search.typing() }
func (s *types) close()            {}

func (s *types) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *types) chip() safe.Text {
	_, _, shown := s.list.Rows()
	return s.search.chip(shown, s.list.Total())
}

// start says once what of the modules cannot be used.
func (s *types) start() tea.Cmd {
	if s.sh.toldModules {
		return s.feed()
	}
	s.sh.toldModules = true
	return tea.Batch(s.feed(), s.modulesSaid(nil))
}

// feed begins to look at the types that wait, the row under the cursor first.
func (s *types) feed() tea.Cmd {
	var waiting []*listings.Listing
	running := 0
	for _, t := range s.sh.session.Types() {
		switch l := s.sh.listings.Of(t); {
		case l.Busy():
			running++
		case l.Stage == listings.StageWaiting:
			waiting = append(waiting, l)
		}
	}
	if at, ok := s.list.Cursor(); ok {
		if i := slices.Index(waiting, at); i > 0 {
			waiting[0], waiting[i] = waiting[i], waiting[0]
			slices.SortFunc(waiting[1:], typesByName)
		}
	}
	var cmds []tea.Cmd
	for _, l := range waiting[:min(len(waiting), max(0, atOnce-running))] {
		cmds = append(cmds, s.sh.begin(l))
	}
	return tea.Batch(cmds...)
}

func (s *types) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case listedMsg:
		if s.search.only {
			s.show()
		}
		if !msg.Listing.Busy() {
			return s.feed()
		}
	case reloadedMsg:
		return s.reloaded(msg)
	case restedMsg:
		if msg.screen == s {
			s.rest.over(msg)
		}
	case seekMsg:
		s.list.Go(msg.typ)
	case seenMsg, changedMsg:
		return s.feed()
	}
	return nil
}

func (s *types) busy() bool {
	return slices.ContainsFunc(s.sh.session.Types(), func(t *ral.Type) bool { return s.sh.listings.Of(t).Busy() })
}

func (s *types) show() {
	if !s.search.only {
		s.list.Only(nil)
		return
	}
	s.list.Only(func(l *listings.Listing) bool { return typeSign(l) != frame.NoSign })
}

func (s *types) disabled(in keys.Intent) string {
	at, ok := s.list.Cursor()
	switch in {
	case keys.MoveLeft:
		if !s.detail.focus {
			return string(s.sh.spell("this is the top; {quit} quits"))
		}
	case keys.Open, keys.MoveRight, keys.Instances, keys.Why, keys.New, keys.ShowCommand, keys.Copy, keys.NextPane, keys.PreviousPane:
		if !ok {
			return noRow
		}
	case keys.Zoom:
		if !s.wide {
			return missing(in)
		}
		return string(s.sh.spell("{next-pane} leads to the other columns, {open} goes in"))
	case keys.PaneNarrower, keys.PaneWider:
		if !s.wide {
			return missing(in)
		}
	}
	if (in == keys.NextPane || in == keys.PreviousPane) && !s.wide {
		return missing(in)
	}
	if in == keys.New && at.Unsuitable() {
		return unsuitable(at)
	}
	return ""
}

func (s *types) do(in keys.Intent) (tea.Cmd, bool) {
	before, _ := s.list.Cursor()
	cmd, handled := s.carryOut(in)
	if now, _ := s.list.Cursor(); now != before && s.wide {
		s.detail.top = 0
		s.rest.moved(s.sh, s)
	}
	return cmd, handled
}

func (s *types) carryOut(in keys.Intent) (tea.Cmd, bool) {
	if s.detail.focus && (s.detail.do(in) || in == keys.Back || in == keys.MoveLeft) {
		s.detail.focus = in != keys.Back && in != keys.MoveLeft
		return nil, true
	}
	if moves(s.list, in) || s.search.do(in) {
		return nil, true
	}
	at, ok := s.list.Cursor()
	if in == keys.OnlyFindings {
		s.search.only = !s.search.only
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
		if s.detail.focus && in != keys.Instances {
			return push(route{kind: routeProviders, typ: at.Type.Name}), true
		}
		return push(route{kind: routeType, typ: at.Type.Name}), true
	case keys.Why:
		return push(route{kind: routeProviders, typ: at.Type.Name}), true
	case keys.New:
		return s.anew(at.Type), true
	case keys.ShowCommand:
		return showMenu(newCommand(s.sh, s.sh.session.CommandLine("resource", at.Type.Name))), true
	case keys.Copy:
		return showMenu(newCopyMenu(s.sh, at.Type.Name, nil, "")), true
	}
	return nil, false
}

// nextPane gives the focus to the next column: types, instances, detail. The instances
// are a screen of their own, and are passed over where there are none to be on.
func (s *types) nextPane(at *listings.Listing, by int) tea.Cmd {
	switch listed := without(at) == "" && millerOf(s.width, s.shift).middle > 0; {
	case s.detail.focus == (by < 0) && listed:
		s.detail.focus = false
		return push(route{kind: routeType, typ: at.Type.Name})
	default:
		s.detail.focus = !s.detail.focus
	}
	return nil
}

// anew asks for a name, with the instances below, so that from the resource the way
// back and the breadcrumb are those of any other one.
func (s *types) anew(t *ral.Type) tea.Cmd {
	if t.NotListable != "" {
		return push(route{kind: routeNew, typ: t.Name})
	}
	return tea.Sequence(push(route{kind: routeInstances, typ: t.Name}), push(route{kind: routeNew, typ: t.Name, over: true}))
}

// again looks at all types anew, and at the modules.
func (s *types) again() tea.Cmd {
	s.sh.session.Env.Invalidate()
	s.sh.listings.Expire()
	return tea.Batch(s.feed(), s.reload())
}

// shows reports whether a pane shows the instances, to which enter leads.
func (s *types) shows(pane int) bool { return s.wide && pane == 1 }
