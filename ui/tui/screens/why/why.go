package why

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen shows all providers of a type, every test of each, and how the default
// was elected.
type Screen struct {
	sh      *kit.Shared
	typ     *ral.Type
	choice  *model.Choice
	list    *widget.List[ral.Suitability]
	search  kit.Search
	tests   kit.Page
	inTests bool // the tests have the focus
	page    bool // the tests replace the list
	all     bool // show folded tests
	folded  bool // some tests can be folded
	narrow  bool // there is no room for two panes
	shift   int
	before  map[string]bool // suitability before the last tests
	moved   map[string]bool
	number  int // number of the last request
	began   time.Time
	below   bool // a screen below names the type
}

// chosenMsg is the result of the tests of a type's providers.
type chosenMsg struct {
	screen *Screen
	number int
	choice model.Choice
}

// New shows the providers of a type, with the cursor on that of the route.
func New(sh *kit.Shared, t *ral.Type, r kit.Route) *Screen {
	s := &Screen{sh: sh, typ: t, choice: sh.Listings.Of(t).Choice, below: r.Named}
	s.list = widget.NewList(
		func(p ral.Suitability) string { return p.Provider.Name },
		func(p ral.Suitability) string { return p.Provider.Name + " " + p.Reason() },
		nil,
	)
	s.search = kit.NewSearch(s.list.Filter)
	if s.choice != nil {
		s.list.Add(s.choice.All...)
	}
	if r.Provider != "" {
		s.list.Go(r.Provider)
	}
	return s
}

func (s *Screen) Crumb() safe.Text {
	text := safe.Text("providers and why")
	if at, ok := s.list.Cursor(); ok && s.page {
		text = "why > " + safe.Clean(at.Provider.Name)
	}
	if s.below {
		return text
	}
	return safe.Clean(s.typ.Name) + " > " + text
}

func (s *Screen) Where() keys.Where { return keys.OnWhy }
func (s *Screen) Typing() bool      { return s.search.Typing() }
func (s *Screen) Busy() bool        { return s.choice == nil }
func (s *Screen) Close()            {}

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Screen) Chip() safe.Text {
	_, _, shown := s.list.Rows()
	return s.search.Chip(shown, s.list.Total())
}

func (s *Screen) Start() tea.Cmd {
	if s.choice != nil {
		return nil
	}
	return s.look()
}

// look tests all providers. Cached results are returned immediately.
func (s *Screen) look() tea.Cmd {
	s.number++
	s.began = s.sh.Now()
	number, session, ctx := s.number, s.sh.Session, s.sh.Ctx
	return func() tea.Msg { return chosenMsg{s, number, session.Choose(ctx, s.typ)} }
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	switch msg := msg.(type) {
	case chosenMsg:
		if msg.screen == s && msg.number == s.number {
			s.take(msg.choice)
		}
	case kit.ChangedMsg:
		return s.look()
	}
	return nil
}

func (s *Screen) take(c model.Choice) {
	s.moved = make(map[string]bool)
	for _, p := range c.All {
		was, known := s.before[p.Provider.Name]
		s.moved[p.Provider.Name] = known && was != p.Suitable()
	}
	s.choice = &c
	id := ""
	if at, ok := s.list.Cursor(); ok {
		id = at.Provider.Name
	}
	var names []string
	for _, p := range c.All {
		names = append(names, p.Provider.Name)
	}
	// The order can have changed, so the rows are removed and added again.
	s.list.Remove(names...)
	s.list.Add(c.All...)
	s.list.Go(id)
}

// NewFindings shows all findings about an instance, and where it was read. It
// returns nil if there are none. An option opens the providers.
func NewFindings(sh *kit.Shared, inst *ral.Instance) *kit.Menu {
	odd := inst.Findings()
	if len(odd) == 0 {
		return nil
	}
	var before []safe.Text
	copied := ""
	for _, text := range odd {
		before = append(before, safe.Lines(text)...)
		copied += text + "\n"
	}
	if inst.From != "" {
		before = append(before, safe.Clean("read from "+inst.From))
	}
	return kit.NewMenu(sh, "why", safe.Clean("what is odd about "+inst.Type.Name+" "+inst.Name), before, "",
		kit.Option{Name: "providers and why", What: "who manages it, and why", Do: func() tea.Cmd { return kit.Push(kit.ToProviders(inst.Type, inst.Provider)) }},
		kit.Option{Name: "copy", What: "the findings, to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(copied, "the findings") }},
		kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})
}
