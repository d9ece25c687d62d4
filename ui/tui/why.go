package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// why shows all providers of a type, every test of each, and how the default
// was found.
type why struct {
	sh      *shared
	typ     *ral.Type
	choice  *model.Choice
	list    *widget.List[ral.Suitability]
	search  search
	tests   page
	inTests bool // the focus is on the tests
	page    bool // they have the whole body
	all     bool // also what is folded
	folded  bool // there is something to fold
	narrow  bool // there is no room for two panes
	shift   int
	before  map[string]bool // what was suitable before the last look
	moved   map[string]bool
	number  int // of the last look that was asked for
	began   time.Time
	below   bool // a screen of the same type is below, and has named it
}

// chosenMsg is what the tests of a type's providers gave.
type chosenMsg struct {
	screen *why
	number int
	choice model.Choice
}

// newWhy is the reasons of a type, the cursor on the provider of the route.
func newWhy(sh *shared, t *ral.Type, r route) *why {
	s := &why{sh: sh, typ: t, choice: sh.listings.Of(t).Choice, below: r.named}
	s.list = widget.NewList(
		func(p ral.Suitability) string { return p.Provider.Name },
		func(p ral.Suitability) string { return p.Provider.Name + " " + p.Reason() },
		nil,
	)
	s.search = newSearch(s.list.Filter)
	if s.choice != nil {
		s.list.Add(s.choice.All...)
	}
	if r.provider != "" {
		s.list.Go(r.provider)
	}
	return s
}

func (s *why) crumb() safe.Text {
	text := safe.Text("providers and why")
	if at, ok := s.list.Cursor(); ok && s.page {
		text = "why > " + safe.Clean(at.Provider.Name)
	}
	if s.below {
		return text
	}
	return safe.Clean(s.typ.Name) + " > " + text
}

func (s *why) where() keys.Where { return keys.OnWhy }
func (s *why) typing() bool      { return s.search.typing() }
func (s *why) busy() bool        { return s.choice == nil }
func (s *why) close()            {}

func (s *why) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *why) chip() safe.Text {
	_, _, shown := s.list.Rows()
	return s.search.chip(shown, s.list.Total())
}

func (s *why) start() tea.Cmd {
	if s.choice != nil {
		return nil
	}
	return s.look()
}

// look tests all providers; what is remembered comes at once.
func (s *why) look() tea.Cmd {
	s.number++
	s.began = s.sh.now()
	number, session, ctx := s.number, s.sh.session, s.sh.ctx
	return func() tea.Msg { return chosenMsg{s, number, session.Choose(ctx, s.typ)} }
}

func (s *why) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case chosenMsg:
		if msg.screen == s && msg.number == s.number {
			s.take(msg.choice)
		}
	case changedMsg:
		return s.look()
	}
	return nil
}

func (s *why) take(c model.Choice) {
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
	// The order can be another one now, so the rows are put in anew.
	s.list.Remove(names...)
	s.list.Add(c.All...)
	s.list.Go(id)
}
