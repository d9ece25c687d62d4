package facttree

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen is the tree of all facts. Initially only the top level is shown.
type Screen struct {
	sh      *kit.Shared
	known   map[string]*facts.Fact
	list    *widget.List[factNode]
	search  kit.Search
	filter  factsFilter
	open    map[string]bool
	feed    *kit.Batcher[facts.Fact]
	began   time.Time
	ended   time.Time
	trouble []facts.Source // files with errors or warnings
	at      string         // where to move the cursor once it exists
	keep    bool
	wide    bool // a pane is next to the tree
	shift   int  // of the border between them

	widest, sources int // widths of the widest name and the widest source
}

// New shows the tree, with the cursor on a fact, or on the first one.
func New(sh *kit.Shared, at string) *Screen {
	s := &Screen{sh: sh, known: make(map[string]*facts.Fact), open: make(map[string]bool), at: at}
	s.list = widget.NewList(factNode.id, factNode.id, factNode.compare)
	s.search = kit.NewSearch(func(f widget.Filter) { s.look(f, s.filter.signs) })
	for i, c := range at {
		if c == '.' {
			s.open[at[:i]] = true
		}
	}
	s.show()
	s.list.Go(at)
	return s
}

func (s *Screen) Crumb() safe.Text  { return "facts" }
func (s *Screen) Alone() bool       { return true }
func (s *Screen) Where() keys.Where { return keys.OnFacts }
func (s *Screen) Keeps() bool       { return s.keep }
func (s *Screen) Typing() bool      { return s.search.Typing() }
func (s *Screen) Busy() bool        { return s.ended.IsZero() }
func (s *Screen) Close()            { s.feed.Stop(); s.keep = false }

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Screen) Chip() safe.Text { return s.search.ChipOf(s.filter.found, s.filter.of, "fact") }

func (s *Screen) Start() tea.Cmd { return s.read() }

// read reads all facts concurrently. Each is shown as soon as it is read.
func (s *Screen) read() tea.Cmd {
	s.feed.Stop()
	s.began, s.ended = s.sh.Now(), time.Time{}
	all := s.sh.Session.Facts
	s.feed = kit.NewBatcher(s.sh.Ctx, func(ctx context.Context, put func(facts.Fact)) {
		all.Each(ctx, put)
	})
	return s.feed.Next()
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	switch msg := msg.(type) {
	case kit.BatchMsg[facts.Fact]:
		if msg.Feed != s.feed {
			return nil
		}
		for _, f := range msg.Items {
			s.known[f.Name] = &f
		}
		if msg.Ended {
			s.ended = s.sh.Now()
			s.trouble = s.sh.Session.Facts.Trouble(s.sh.Ctx)
			s.note()
		}
		s.show()
		switch {
		case !msg.Ended:
			return s.feed.Next()
		case s.keep:
			return s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s})
		}
	case kit.EveryMsg:
		if msg.Screen == s && s.keep {
			return s.again()
		}
	}
	return nil
}

func (s *Screen) note() {
	all := len(s.single())
	lost := len(valueless(s.single()))
	e := kit.LogEntry{When: s.ended, About: "facts", What: widget.CountOf(all, "fact") + " read", Took: s.ended.Sub(s.began), Timed: true}
	if lost > 0 {
		e.What += ", " + widget.Count(lost) + " without a value"
	}
	s.sh.Log.Add(e)
}

func (s *Screen) again() tea.Cmd {
	s.sh.Session.Facts.Refresh()
	return s.read()
}

// single returns the facts as they are counted: each value inside a fact by its
// dotted name, and each fact that could not be read.
func (s *Screen) single() []factNode {
	var list []factNode
	for _, name := range s.sh.Session.Facts.Known() {
		f := s.known[name]
		switch {
		case f == nil:
		case len(f.Leaves) > 0 && f.Err == nil:
			for i := range f.Leaves {
				list = append(list, factNode{path: f.Leaves[i].Path, fact: f, leaf: &f.Leaves[i]})
			}
		case f.Err != nil || !f.Value.IsNil():
			list = append(list, factNode{path: []string{name}, fact: f})
		}
	}
	return list
}

// valueless returns the nodes without a value.
func valueless(nodes []factNode) []factNode {
	return slices.DeleteFunc(nodes, func(n factNode) bool { return n.lost() == "" })
}
