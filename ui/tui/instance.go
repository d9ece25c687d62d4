package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// instance is one resource: what it is, where that was read, what it is
// connected to.
type instance struct {
	sh        *shared
	typ       *ral.Type
	title     string
	found     *ral.Instance    // nil until it was read
	before    *ral.Instance    // when it was opened, or the person read again
	seen      []ral.FindResult // what every source said
	about     *about
	connected *model.Connections // nil until they were looked for
	unshown   int                // more that lead to it
	related   int                // number of the last look for them
	stop      func()             // gives that look up
	followed  bool               // it was come to from another resource
	page      page
	filter    *pageFilter
	right     page // the connections, where there are two panes
	wide      bool // there are
	atLinks   bool // the focus is on them
	all       bool // also what is not of this system
	zoom      bool
	cut       bool       // a value is longer than its column
	whole     wholeValue // the last one that was shown whole
	keep      bool
	shift     int
	ours      bool // the host was changed from here, so that what differs has not moved
	asked     bool // the person reads again: what moved before was seen
	reads     int  // number of the last look
	busyAt    time.Time
	readAt    time.Time
	took      time.Duration
}

func newInstance(sh *shared, t *ral.Type, r route) *instance {
	found := r.instance(t)
	return &instance{sh: sh, typ: t, title: r.name, found: found, before: sh.listings.Open(found), followed: !r.named, filter: newPageFilter()}
}

func (s *instance) crumb() safe.Text {
	name := safe.Clean(s.title)
	if name == "" {
		name = `""`
	}
	if s.followed {
		return safe.Clean(s.typ.Name) + " " + name
	}
	// Without a list there is no screen below that names the type.
	if s.typ.NotListable != "" {
		return safe.Clean(s.typ.Name) + " > " + name
	}
	return name
}

func (s *instance) where() keys.Where                 { return keys.OnInstance }
func (s *instance) keeps() bool                       { return s.keep }
func (s *instance) typing() bool                      { return s.filter.typing() }
func (s *instance) press(key tea.KeyPressMsg) tea.Cmd { return s.filter.press(key) }
func (s *instance) chip() safe.Text                   { return s.filter.chip() }
func (s *instance) busy() bool                        { return !s.busyAt.IsZero() }
func (s *instance) start() tea.Cmd                    { return tea.Batch(s.read(), s.wantNeighbours(false)) }

func (s *instance) close() {
	s.keep = false
	if s.stop != nil {
		s.stop()
	}
}

func (s *instance) update(msg tea.Msg) tea.Cmd {
	s.filter.paste(msg)
	switch msg := msg.(type) {
	case readMsg:
		if msg.screen != s || msg.number != s.reads {
			return nil
		}
		told := s.take(msg)
		if s.keep {
			return tea.Batch(told, s.relate(), s.sh.wait(readsEvery, everyMsg{s}))
		}
		return tea.Batch(told, s.relate())
	case relatedMsg:
		if msg.screen == s {
			s.takeRelated(msg)
		}
	case listedMsg:
		if s.about != nil && msg.Listing.Stage == listings.StageDone && slices.Contains(s.neighbours(), msg.Listing.Type) {
			return s.relate()
		}
	case everyMsg:
		if msg.screen == s && s.keep && s.busyAt.IsZero() {
			return s.read()
		}
	case changedMsg:
		s.ours = true
		return tea.Batch(s.read(), s.wantNeighbours(false))
	}
	return nil
}

func (s *instance) draft() *model.Draft {
	return s.sh.basket.Draft(s.typ, s.title, s.by(), s.found)
}

func (s *instance) by() *ral.Provider {
	if s.found == nil {
		return nil
	}
	return s.found.Provider
}

// asText is the resource as it is, with what is staged for it.
func (s *instance) asText() ([]*model.Draft, bool) {
	return []*model.Draft{s.sh.basket.Copy(s.typ, s.title, s.by(), s.found)}, true
}
