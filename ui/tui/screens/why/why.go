package why

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen shows all providers of a type, every test of each, and how the default
// was elected.
type Screen struct {
	kit.Browser[onhost.Suitability]
	typ     *ral.Type
	choice  *model.Choice
	job     kit.Job[model.Choice]
	tests   kit.Page
	inTests bool            // the tests have the focus
	page    bool            // the tests replace the list
	all     bool            // show folded tests
	folded  bool            // some tests can be folded
	narrow  bool            // there is no room for two panes
	before  map[string]bool // suitability before the last tests
	moved   map[string]bool
	below   bool // a screen below names the type
}

// New shows the providers of a type, with the cursor on that of the route.
func New(sh *kit.Shared, t *ral.Type, r kit.Route) *Screen {
	s := &Screen{typ: t, choice: sh.Listings.Of(t).Choice, below: r.Named}
	s.Browser = kit.NewBrowser(sh, widget.NewList(
		func(p onhost.Suitability) string { return p.Provider.Name },
		func(p onhost.Suitability) string { return p.Provider.Name + " " + p.Reason() },
		nil,
	))
	s.Own, s.Message, s.Flagged = s.actions, s.message, func(p onhost.Suitability) bool { return s.sign(p) != frame.NoSign }
	if s.choice != nil {
		s.List.Add(s.choice.All...)
	}
	if r.Provider != "" {
		s.List.Go(r.Provider)
	}
	return s
}

func (s *Screen) Crumb() safe.Text {
	text := safe.Text("providers")
	if at, ok := s.List.Cursor(); ok && s.page {
		text = "why > " + safe.Clean(at.Provider.Name)
	}
	if s.below {
		return text
	}
	return safe.Clean(s.typ.Name) + " > " + text
}

func (s *Screen) Where() keys.Where { return keys.OnWhy }
func (s *Screen) Busy() bool        { return s.choice == nil }
func (s *Screen) Close()            { s.job.Stop() }

func (s *Screen) Start() tea.Cmd {
	if s.choice != nil {
		return nil
	}
	return s.test()
}

// test tests all providers. Cached results are returned immediately.
func (s *Screen) test() tea.Cmd {
	session := s.Sh.Session
	return s.job.Start(s.Sh, func(ctx context.Context) model.Choice { return session.Choose(ctx, s.typ) })
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if choice, ok := s.job.Done(msg); ok {
		s.take(choice)
	}
	if _, changed := msg.(kit.ChangedMsg); changed {
		return s.test()
	}
	return s.Browser.Update(msg)
}

func (s *Screen) take(c model.Choice) {
	s.moved = make(map[string]bool)
	for _, p := range c.All {
		was, known := s.before[p.Provider.Name]
		s.moved[p.Provider.Name] = known && was != p.Suitable()
	}
	s.choice = &c
	id := ""
	if at, ok := s.List.Cursor(); ok {
		id = at.Provider.Name
	}
	var names []string
	for _, p := range c.All {
		names = append(names, p.Provider.Name)
	}
	// The order can have changed, so the rows are removed and added again.
	s.List.Remove(names...)
	s.List.Add(c.All...)
	s.List.Go(id)
}

// NewFindings shows all findings about an instance, and where it was read. It
// returns nil without findings. An option opens the providers.
func NewFindings(sh *kit.Shared, inst *ral.Instance) *kit.Menu {
	findings := inst.Findings()
	if len(findings) == 0 {
		return nil
	}
	var before []safe.Text
	copied := ""
	for _, text := range findings {
		before = append(before, safe.Lines(text)...)
		copied += text + "\n"
	}
	if inst.From != "" {
		before = append(before, safe.Clean("read from "+inst.From))
	}
	return kit.NewMenu(sh, "why", safe.Clean("findings about "+inst.Type.Name+" "+inst.Name), before, "",
		kit.Option{Name: "providers", What: "its provider, with the tests", Do: func() tea.Cmd { return kit.Push(kit.ToProviders(inst.Type, inst.Provider)) }},
		kit.Option{Name: "copy", What: "the findings, to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(copied, "the findings") }},
		kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})
}
