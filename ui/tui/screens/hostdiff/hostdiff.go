package hostdiff

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/snapshot"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen shows how two hosts differ.
type Screen struct {
	sh       *kit.Shared
	sides    [2]kit.Side
	compares kit.Job[comparison]
	stages   kit.Job[staging]
	err      error

	a      *snapshot.Snapshot // to stage at another host; nil until it is taken
	diff   *snapshot.Difference
	groups []*group
	can    []*item // the rows of all types that can become drafts
	marked map[*snapshot.Row]bool
	within map[string]int // the number of marked rows of a type
	all    bool           // what was left out is shown too

	types  *widget.List[*group]
	search kit.Search // in the types
	focus  column
	zoom   bool // the column with the focus takes all the room
	shift  int
	width  int
	pane   kit.ScrolledPane // the properties
	values values
}

type column int

const (
	typesColumn column = iota
	rowsColumn
	valuesColumn
)

// New compares A with B.
func New(sh *kit.Shared, sides [2]kit.Side) *Screen {
	s := &Screen{sh: sh, sides: sides, width: sh.Width}
	s.types = widget.NewList((*group).id, (*group).name, func(a, b *group) int { return a.place - b.place })
	s.search = kit.NewSearch(s.types.Filter)
	return s
}

func (s *Screen) Crumb() safe.Text  { return "compare" }
func (s *Screen) Where() keys.Where { return keys.OnCompare }
func (s *Screen) Busy() bool        { return s.compares.Busy() || s.stages.Busy() }
func (s *Screen) Typing() bool      { return s.searching().Typing() }
func (s *Screen) Close()            { s.compares.Stop(); s.stages.Stop() }
func (s *Screen) Start() tea.Cmd    { return s.compare() }

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.searching().Press(key) }

func (s *Screen) Chip() safe.Text {
	if g := s.group(); g != nil && s.focus != typesColumn {
		_, _, n := g.list.Rows()
		if chip := g.search.Chip(n, g.list.Total()); chip != "" {
			return chip
		}
	}
	_, _, n := s.types.Rows()
	return s.search.Chip(n, s.types.Total())
}

func (s *Screen) searching() *kit.Search {
	if g := s.group(); g != nil && s.focus != typesColumn {
		return &g.search
	}
	return &s.search
}

// group returns the group under the cursor, or nil.
func (s *Screen) group() *group {
	g, _ := s.types.Cursor()
	return g
}

// item returns the row under the cursor, or nil.
func (s *Screen) item() *item {
	if g := s.group(); g != nil {
		it, _ := g.list.Cursor()
		return it
	}
	return nil
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.searching().Paste(msg)
	if c, ok := s.compares.Done(msg); ok {
		return s.compared(c)
	}
	if st, ok := s.stages.Done(msg); ok {
		return s.staged(st)
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.width = size.Width
	}
	return nil
}

// show fills the lists with the visible rows.
func (s *Screen) show() {
	var seen []*group
	for _, g := range s.groups {
		if g.show(s.all); s.all || g.count.All() > 0 {
			seen = append(seen, g)
		}
	}
	s.types.Set(seen)
	if s.item() == nil {
		s.focus = typesColumn
	}
}

// columns returns the number of columns side by side.
func (s *Screen) columns() int {
	switch {
	case s.zoom || s.width < frame.SplitWidth:
		return 1
	case s.width < kit.MillerWidth:
		return 2
	}
	return 3
}
