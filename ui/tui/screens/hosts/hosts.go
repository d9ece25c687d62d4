package hosts

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/fleet"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Screen lists this host and the hosts of the inventory. It reads each in the
// background.
type Screen struct {
	kit.Browser[*entry]
	all   []*entry          // this host first
	named map[string]*entry // by id
	inv   *fleet.Inventory  // nil until it is read
	err   error             // of the inventory, or why no host can be asked
	asks  kit.Job[result]
}

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

func (e *entry) groups() string {
	if e.target.Host == nil {
		return ""
	}
	return strings.Join(e.target.Host.Groups, " ")
}

// New lists the hosts of the inventory.
func New(sh *kit.Shared) *Screen {
	s := &Screen{Browser: kit.NewBrowser(sh, widget.NewList((*entry).id, func(e *entry) string {
		return e.target.Name + " " + e.groups() + " " + e.found.System + " " + e.found.Reason
	}, func(a, b *entry) int { return cmp.Compare(a.place, b.place) }))}
	s.Divide, s.Own, s.Table, s.Row, s.Detail, s.Foot = 80, s.actions, s.table, s.row, s.detail, s.foot
	s.Message, s.Nothing, s.Empty = s.message, s.nothing, s.empty
	s.Flagged = func(e *entry) bool { return e.sign() != frame.NoSign }
	return s
}

func (s *Screen) Crumb() safe.Text  { return "hosts" }
func (s *Screen) Alone() bool       { return true }
func (s *Screen) Where() keys.Where { return keys.OnHosts }
func (s *Screen) Busy() bool        { return s.asks.Busy() }
func (s *Screen) Close()            { s.asks.Stop() }
func (s *Screen) Start() tea.Cmd    { return s.ask() }

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if results, next, ok := s.asks.Take(msg); ok {
		s.take(results)
		return next
	}
	switch msg := msg.(type) {
	case kit.ComparedMsg:
		s.compared(msg)
	case visitedMsg:
		if msg.screen == s {
			return s.visited(msg)
		}
	}
	return s.Browser.Update(msg)
}

// compared stores how much a host differs from this host.
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
			s.List.Add(e)
		}
	}
	s.Narrow()
}

// chosen returns the two sides of a comparison, or the reason without them: the
// selected hosts, or the host under the cursor and this host.
func (s *Screen) chosen() (sides [2]kit.Side, reason string) {
	selected := s.List.Selected()
	at, ok := s.List.Cursor()
	switch {
	case len(selected) == 2:
		return [2]kit.Side{selected[0].side(), selected[1].side()}, ""
	case len(selected) > 0:
		return sides, "select two hosts to compare; " + string(words.CountOf(len(selected), "host")) + string(kit.Plural(len(selected), " is selected", " are selected"))
	case !ok:
		return sides, kit.NoRow
	case at.here():
		return sides, "select two hosts, or move to a different host"
	}
	return [2]kit.Side{at.side(), s.all[0].side()}, ""
}
