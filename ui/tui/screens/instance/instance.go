package instance

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Screen is one resource: what it is, where that was read, what it is
// connected to.
type Screen struct {
	sh        *kit.Shared
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
	past      []kit.Past         // the runs that were about it
	endPast   func()             // gives the look for them up
	followed  bool               // it was come to from another resource
	page      kit.Page
	filter    *kit.PageFilter
	right     kit.Page // the connections, where there are two panes
	wide      bool     // there are
	atLinks   bool     // the focus is on them
	all       bool     // also what is not of this system
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

// New shows the instance to which a route leads, and reads it again.
func New(sh *kit.Shared, t *ral.Type, r kit.Route) *Screen {
	found := r.Instance(t)
	s := &Screen{sh: sh, typ: t, title: r.Name, found: found, before: sh.Listings.Open(found), followed: !r.Named, filter: kit.NewPageFilter()}
	s.page.Lines = []kit.PageLine{{ID: r.Attr}} // where the cursor is to stand
	return s
}

func (s *Screen) Crumb() safe.Text {
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

func (s *Screen) Where() keys.Where                 { return keys.OnInstance }
func (s *Screen) Keeps() bool                       { return s.keep }
func (s *Screen) Typing() bool                      { return s.filter.Typing() }
func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.filter.Press(key) }
func (s *Screen) Chip() safe.Text                   { return s.filter.Chip() }
func (s *Screen) Busy() bool                        { return !s.busyAt.IsZero() }
func (s *Screen) Start() tea.Cmd                    { return tea.Batch(s.read(), s.wantNeighbours(false), s.lookBack()) }

func (s *Screen) Close() {
	s.keep = false
	for _, end := range []func(){s.stop, s.endPast} {
		if end != nil {
			end()
		}
	}
}

// pastMsg are the runs that were about the instance.
type pastMsg struct {
	screen *Screen
	past   []kit.Past
}

// lookBack looks for the runs that were about the instance.
func (s *Screen) lookBack() tea.Cmd {
	if s.endPast != nil {
		s.endPast()
	}
	var ctx context.Context
	ctx, s.endPast = context.WithCancel(s.sh.Ctx)
	session, of := s.sh.Session, ral.NewInstance(s.typ, s.title)
	return func() tea.Msg { return pastMsg{s, kit.PastsOf(ctx, session, of)} }
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.filter.Paste(msg)
	switch msg := msg.(type) {
	case readMsg:
		if msg.screen != s || msg.number != s.reads {
			return nil
		}
		told := s.take(msg)
		if s.keep {
			return tea.Batch(told, s.relate(), s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s}))
		}
		return tea.Batch(told, s.relate())
	case pastMsg:
		if msg.screen == s {
			s.past = msg.past
		}
	case relatedMsg:
		if msg.screen == s {
			s.takeRelated(msg)
		}
	case kit.ListedMsg:
		if s.about != nil && msg.Listing.Stage == listings.StageDone && slices.Contains(s.neighbours(), msg.Listing.Type) {
			return s.relate()
		}
	case kit.EveryMsg:
		if msg.Screen == s && s.keep && s.busyAt.IsZero() {
			return s.read()
		}
	case kit.ChangedMsg:
		s.ours = true
		return tea.Batch(s.read(), s.wantNeighbours(false), s.lookBack())
	}
	return nil
}

func (s *Screen) draft() *model.Draft {
	return s.sh.Basket.Draft(s.typ, s.title, s.by(), s.found)
}

func (s *Screen) by() *ral.Provider {
	if s.found == nil {
		return nil
	}
	return s.found.Provider
}

// AsText is the resource as it is, with what is staged for it.
func (s *Screen) AsText() ([]*model.Draft, bool) {
	return []*model.Draft{s.sh.Basket.Copy(s.typ, s.title, s.by(), s.found)}, true
}
