package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// factsScreen is the tree of all facts, folded to the top level at first.
type factsScreen struct {
	sh      *shared
	known   map[string]*facts.Fact
	list    *widget.List[factNode]
	search  search
	filter  factsFilter
	open    map[string]bool
	feed    *batcher[facts.Fact]
	began   time.Time
	ended   time.Time
	trouble []facts.Source // files that are at fault
	at      string         // where to go once it is there
	keep    bool
	wide    bool // a pane stands beside the tree
	shift   int  // of the border between the two
}

// newFacts is the tree with the cursor on a fact, or on the first one.
func newFacts(sh *shared, at string) *factsScreen {
	s := &factsScreen{sh: sh, known: make(map[string]*facts.Fact), open: make(map[string]bool), at: at}
	s.list = widget.NewList(factNode.id, factNode.id, factNode.compare)
	s.search = newSearch(func(f widget.Filter) { s.look(f, s.filter.signs) })
	for i, c := range at {
		if c == '.' {
			s.open[at[:i]] = true
		}
	}
	s.show()
	s.list.Go(at)
	return s
}

func (s *factsScreen) crumb() safe.Text  { return "facts" }
func (s *factsScreen) alone() bool       { return true }
func (s *factsScreen) where() keys.Where { return keys.OnFacts }
func (s *factsScreen) keeps() bool       { return s.keep }
func (s *factsScreen) typing() bool      { return s.search.typing() }
func (s *factsScreen) busy() bool        { return s.ended.IsZero() }
func (s *factsScreen) close()            { s.feed.stop(); s.keep = false }

func (s *factsScreen) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *factsScreen) chip() safe.Text { return s.search.chipOf(s.filter.found, s.filter.of, "fact") }

func (s *factsScreen) start() tea.Cmd { return s.read() }

// read asks for all facts side by side; each is shown as it comes.
func (s *factsScreen) read() tea.Cmd {
	s.feed.stop()
	s.began, s.ended = s.sh.now(), time.Time{}
	all := s.sh.session.Facts
	s.feed = newBatcher(s.sh.ctx, func(ctx context.Context, put func(facts.Fact)) {
		all.Each(ctx, put)
	})
	return s.feed.next()
}

func (s *factsScreen) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case batchMsg[facts.Fact]:
		if msg.feed != s.feed {
			return nil
		}
		for _, f := range msg.items {
			s.known[f.Name] = &f
		}
		if msg.ended {
			s.ended = s.sh.now()
			s.trouble = s.sh.session.Facts.Trouble(s.sh.ctx)
			s.note()
		}
		s.show()
		switch {
		case !msg.ended:
			return s.feed.next()
		case s.keep:
			return s.sh.wait(readsEvery, everyMsg{s})
		}
	case everyMsg:
		if msg.screen == s && s.keep {
			return s.again()
		}
	}
	return nil
}

func (s *factsScreen) note() {
	all := len(s.single())
	lost := len(valueless(s.single()))
	e := logEntry{when: s.ended, about: "facts", what: widget.CountOf(all, "fact") + " read", took: s.ended.Sub(s.began), timed: true}
	if lost > 0 {
		e.what += ", " + widget.Count(lost) + " without a value"
	}
	s.sh.log.add(e)
}

func (s *factsScreen) again() tea.Cmd {
	s.sh.session.Facts.Refresh()
	return s.read()
}

// single are the facts one by one, as they are counted everywhere: each value
// inside a fact by its dotted name, and a fact that could not be had.
func (s *factsScreen) single() []factNode {
	var list []factNode
	for _, name := range s.sh.session.Facts.Known() {
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

// valueless are those of them that have no value.
func valueless(nodes []factNode) []factNode {
	return slices.DeleteFunc(nodes, func(n factNode) bool { return n.lost() == "" })
}
