package hosts

import (
	"cmp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/fleet"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen lists this host and those of the inventory. Each is asked in the background.
type Screen struct {
	sh     *kit.Shared
	list   *widget.List[*entry]
	all    []*entry          // this host first
	named  map[string]*entry // by id
	search kit.Search
	inv    *fleet.Inventory // nil until it is read
	err    error            // of the inventory, or why no host can be asked
	feed   *kit.Batcher[result]
	began  time.Time
	took   time.Duration // 0 while hosts are being asked
	wide   bool          // the host under the cursor is shown next to the list
	shift  int
}

// entry is a host.
type entry struct {
	place  int // in the inventory, from 1; 0 is this host
	target fleet.Target
	asked  bool // it has answered, or was not reached
	found  fleet.Found
	counts []kit.TypeCount // to this host
	// it was compared with this host
	compared bool
}

func (e *entry) here() bool { return e.place == 0 }

// side returns the host as a side of a comparison.
func (e *entry) side() kit.Side {
	s := kit.Side{Name: e.target.Name}
	if !e.here() {
		s.On = &e.target.On
	}
	return s
}

// id returns the identity in the list: a name of the inventory may be that of this host.
func (e *entry) id() string {
	if e.here() {
		return ""
	}
	return e.target.Name
}

// groups returns the groups that have the host.
func (e *entry) groups() string {
	if e.target.Host == nil {
		return ""
	}
	return strings.Join(e.target.Host.Groups, " ")
}

// New lists the hosts of the inventory.
func New(sh *kit.Shared) *Screen {
	s := &Screen{sh: sh}
	s.list = widget.NewList((*entry).id, func(e *entry) string {
		return e.target.Name + " " + e.groups() + " " + e.found.System + " " + e.found.Reason
	}, func(a, b *entry) int { return cmp.Compare(a.place, b.place) })
	s.search = kit.NewSearch(s.list.Filter)
	return s
}

func (s *Screen) Crumb() safe.Text  { return "hosts" }
func (s *Screen) Alone() bool       { return true }
func (s *Screen) Where() keys.Where { return keys.OnHosts }
func (s *Screen) Typing() bool      { return s.search.Typing() }
func (s *Screen) Busy() bool        { return s.took == 0 && s.err == nil }
func (s *Screen) Close()            { s.feed.Stop() }
func (s *Screen) Start() tea.Cmd    { return s.ask() }

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Screen) Chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.Chip(n, s.list.Total())
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	switch msg := msg.(type) {
	case kit.BatchMsg[result]:
		if msg.Feed == s.feed {
			return s.take(msg)
		}
	case kit.ComparedMsg:
		s.compared(msg)
	case visitedMsg:
		if msg.screen == s {
			return s.visited(msg)
		}
	}
	return nil
}

// compared notes how much a host differs from this one.
func (s *Screen) compared(msg kit.ComparedMsg) {
	there, here := msg.Sides[0], msg.Sides[1]
	if there.On == nil {
		there, here = here, there
	}
	if there.On == nil || here.On != nil {
		return
	}
	for _, e := range s.all {
		if !e.here() && e.target.On.String() == there.On.String() {
			e.compared, e.counts = true, msg.Counts
			s.list.Add(e)
		}
	}
	s.only()
}

// only shows the hosts with a sign, if that is asked for.
func (s *Screen) only() {
	s.list.Only(nil)
	if s.search.Only {
		s.list.Only(func(e *entry) bool { return e.sign() != frame.NoSign })
	}
}

// chosen returns the two sides of a comparison, or why there are none: the selected hosts, or
// the host under the cursor and this one.
func (s *Screen) chosen() (sides [2]kit.Side, reason string) {
	selected := s.list.Selected()
	at, ok := s.list.Cursor()
	switch {
	case len(selected) == 2:
		return [2]kit.Side{selected[0].side(), selected[1].side()}, ""
	case len(selected) > 0:
		return sides, "two hosts can be compared; " + string(widget.CountOf(len(selected), "host")) + string(kit.Plural(len(selected), " is selected", " are selected"))
	case !ok:
		return sides, kit.NoRow
	case at.here():
		return sides, "this is this host; select it and another one, or go to one"
	}
	return [2]kit.Side{at.side(), s.all[0].side()}, ""
}
