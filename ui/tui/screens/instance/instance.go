package instance

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Screen shows a resource: its state, where it was read, and its links.
type Screen struct {
	resource
	connected *model.Connections // nil until they are known
	unshown   int                // number of further links to it
	relates   kit.Job[model.Connections]
	past      []kit.Past // the runs about it
	pasts     kit.Job[[]kit.Past]
	followed  bool // opened from another resource
	page      kit.Page
	filter    *kit.PageFilter
	right     kit.Page // the links, if there are two panes
	wide      bool     // there are two panes
	atLinks   bool     // the links have the focus
	all       bool     // show properties that the provider lacks too
	zoom      bool
	cut       bool       // a value is longer than its column
	whole     wholeValue // the last value that was shown completely
	again     kit.AutoRefresh
	shift     int
	ours      bool // the host was changed by ralsh, so that differences are not drift
	asked     bool // the user reads again and has seen the earlier drift
	reads     kit.Job[read]
	took      time.Duration
}

// resource is the shown resource, as it was read.
type resource struct {
	sh     *kit.Shared
	typ    *ral.Type
	title  string
	found  *ral.Instance       // nil until it was read
	before *ral.Instance       // its state when the screen was opened, or when the user last read it again
	seen   []onhost.FindResult // the results of all sources
	about  *about
}

// New shows the instance of a route, and reads it again.
func New(sh *kit.Shared, t *ral.Type, r kit.Route) *Screen {
	found := r.Instance(t)
	s := &Screen{
		resource: resource{sh: sh, typ: t, title: r.Name, found: found, before: sh.Listings.Open(found)},
		followed: !r.Named, filter: kit.NewPageFilter(),
	}
	s.page.Lines = []kit.PageLine{{ID: r.Attr}} // the initial position of the cursor
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
	// Without a list, no screen below names the type.
	if s.typ.NotListable != "" {
		return safe.Clean(s.typ.Name) + " > " + name
	}
	return name
}

func (s *Screen) Where() keys.Where                 { return keys.OnInstance }
func (s *Screen) Keeps() bool                       { return s.again.On }
func (s *Screen) Typing() bool                      { return s.filter.Typing() }
func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.filter.Press(key) }
func (s *Screen) Chip() safe.Text                   { return s.filter.Chip() }
func (s *Screen) Busy() bool                        { return s.reads.Busy() }
func (s *Screen) Start() tea.Cmd                    { return tea.Batch(s.read(), s.wantNeighbours(false), s.readPast()) }

func (s *Screen) Close() {
	s.again.On = false
	s.reads.Stop()
	s.relates.Stop()
	s.pasts.Stop()
}

// readPast searches for the runs about the instance.
func (s *Screen) readPast() tea.Cmd {
	session, of := s.sh.Session, ral.NewInstance(s.typ, s.title)
	return s.pasts.Start(s.sh, func(ctx context.Context) []kit.Past { return kit.PastsOf(ctx, session, of) })
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.filter.Paste(msg)
	if read, ok := s.reads.Done(msg); ok {
		return tea.Batch(s.take(read), s.relate(), s.again.Next(s.sh, s))
	}
	if past, ok := s.pasts.Done(msg); ok {
		s.past = past
	}
	if connections, ok := s.relates.Done(msg); ok {
		s.takeRelated(connections)
	}
	if s.again.Due(msg, s) && !s.Busy() {
		return s.read()
	}
	switch msg := msg.(type) {
	case kit.ListedMsg:
		if s.about != nil && msg.Listing.Stage == listings.StageDone && slices.Contains(s.neighbours(), msg.Listing.Type) {
			return s.relate()
		}
	case kit.ChangedMsg:
		s.ours = true
		return tea.Batch(s.read(), s.wantNeighbours(false), s.readPast())
	}
	return nil
}

func (s *resource) draft() *draft.Draft {
	return s.sh.Basket.Draft(s.typ, s.title, s.by(), s.found)
}

func (s *resource) by() *ral.Provider {
	if s.found == nil {
		return nil
	}
	return s.found.Provider
}

// AsText returns a draft of the resource, including its edits.
func (s *resource) AsText() ([]*draft.Draft, bool) {
	return []*draft.Draft{s.sh.Basket.Copy(s.typ, s.title, s.by(), s.found)}, true
}
