package tui

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// factNode is one row of the tree: a fact, a group of leaves, or a leaf.
type factNode struct {
	path   []string
	leaf   *facts.Leaf // nil of a group
	fact   *facts.Fact // nil while it is being read
	leaves int         // of a group
}

func (n factNode) id() string { return strings.Join(n.path, ".") }

// order sorts parents before their children, whatever the names hold.
func (n factNode) order() string { return strings.Join(n.path, "\x01") }

// factsScreen is the tree of all facts, folded to the top level at first.
type factsScreen struct {
	sh      *shared
	known   map[string]*facts.Fact
	list    *widget.List[factNode]
	search  search
	open    map[string]bool
	feed    *feed[facts.Fact]
	began   time.Time
	ended   time.Time
	at      string // where to go once it is there
	keep    bool
	foldAll bool
}

func newFacts(sh *shared) *factsScreen { return newFactsAt(sh, "") }

// newFactsAt is the tree with the cursor on a fact.
func newFactsAt(sh *shared, at string) *factsScreen {
	s := &factsScreen{sh: sh, known: make(map[string]*facts.Fact), open: make(map[string]bool), at: at}
	s.list = widget.NewList(factNode.id, s.haystack, func(a, b factNode) int { return strings.Compare(a.order(), b.order()) })
	s.search = newSearch(func(f widget.Filter) {
		s.foldAll = !f.Empty()
		s.list.Filter(f)
		s.show()
	})
	s.show()
	s.list.Go(at)
	return s
}

func (s *factsScreen) haystack(n factNode) string {
	if n.leaf != nil {
		return n.id() + " " + n.leaf.Value.Text()
	}
	return n.id()
}

func (s *factsScreen) crumb() safe.Text  { return "facts" }
func (s *factsScreen) alone() bool       { return true }
func (s *factsScreen) where() keys.Where { return keys.OnFacts }
func (s *factsScreen) keeps() bool       { return s.keep }
func (s *factsScreen) typing() bool      { return s.search.typing() }
func (s *factsScreen) busy() bool        { return s.ended.IsZero() }
func (s *factsScreen) close()            { s.feed.stop(); s.keep = false }

func (s *factsScreen) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *factsScreen) chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.chip(n, s.list.Total())
}

func (*factsScreen) disabled(keys.Intent) string { return "" }

func (s *factsScreen) start() tea.Cmd { return s.read() }

// read asks for all facts side by side; each is shown as it comes.
func (s *factsScreen) read() tea.Cmd {
	s.feed.stop()
	s.began, s.ended = s.sh.now(), time.Time{}
	all := s.sh.session.Facts
	s.feed = newFeed(s.sh.ctx, func(ctx context.Context, put func(facts.Fact)) {
		var wg sync.WaitGroup
		for _, name := range all.Names() {
			wg.Go(func() { put(all.Get(ctx, name)) })
		}
		wg.Wait()
	})
	return s.feed.next()
}

func (s *factsScreen) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case fedMsg[facts.Fact]:
		if msg.feed != s.feed {
			return nil
		}
		for _, f := range msg.items {
			s.known[f.Name] = &f
		}
		if msg.ended {
			s.ended = s.sh.now()
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
	lost := len(s.without())
	n := note{when: s.ended, about: "facts", what: widget.CountOf(len(s.known), "fact") + " read", took: s.ended.Sub(s.began), timed: true}
	if lost > 0 {
		n.what += ", " + widget.Count(lost) + " without a value"
	}
	s.sh.log.add(n)
}

func (s *factsScreen) again() tea.Cmd {
	s.sh.session.Facts.Refresh()
	return s.read()
}

// without are the facts that could not be had.
func (s *factsScreen) without() []*facts.Fact {
	var list []*facts.Fact
	for _, name := range s.sh.session.Facts.Names() {
		if f := s.known[name]; f != nil && f.Err != nil {
			list = append(list, f)
		}
	}
	return list
}

// show makes the rows anew: what is unfolded, or all while a filter looks for
// something.
func (s *factsScreen) show() {
	var nodes []factNode
	for _, name := range s.sh.session.Facts.Names() {
		f := s.known[name]
		if f != nil && f.Err == nil && len(f.Leaves) == 0 && f.Value.IsNil() {
			continue
		}
		nodes = append(nodes, s.nodes(name, f)...)
	}
	s.list.Set(nodes)
	if s.at != "" && s.list.Go(s.at) && s.known[s.at] != nil {
		s.at = ""
	}
}

func (s *factsScreen) nodes(name string, f *facts.Fact) []factNode {
	top := factNode{path: []string{name}, fact: f}
	if f == nil || f.Err != nil {
		return []factNode{top}
	}
	if len(f.Leaves) == 1 && f.Leaves[0].Name == name {
		top.leaf = &f.Leaves[0]
		return []factNode{top}
	}
	top.leaves = len(f.Leaves)
	nodes := []factNode{top}
	if s.unfolded(name) {
		paths := make([][]string, len(f.Leaves))
		for i := range f.Leaves {
			paths[i] = strings.Split(strings.TrimPrefix(f.Leaves[i].Name, name+"."), ".")
		}
		nodes = append(nodes, s.below(f, top.path, paths, f.Leaves)...)
	}
	return nodes
}

// below are the rows under a group. A group of one is shown as one row with
// both names: release.full.
func (s *factsScreen) below(f *facts.Fact, path []string, rest [][]string, leaves []facts.Leaf) []factNode {
	var nodes []factNode
	for i := 0; i < len(rest); {
		end := i + 1
		for end < len(rest) && rest[end][0] == rest[i][0] {
			end++
		}
		if end == i+1 {
			nodes = append(nodes, factNode{path: append(slices.Clone(path), strings.Join(rest[i], ".")), fact: f, leaf: &leaves[i]})
		} else {
			group := factNode{path: append(slices.Clone(path), rest[i][0]), fact: f, leaves: end - i}
			nodes = append(nodes, group)
			if s.unfolded(group.id()) {
				var inner [][]string
				for _, r := range rest[i:end] {
					if r = r[1:]; len(r) == 0 {
						r = []string{""}
					}
					inner = append(inner, r)
				}
				nodes = append(nodes, s.below(f, group.path, inner, leaves[i:end])...)
			}
		}
		i = end
	}
	return nodes
}

func (s *factsScreen) unfolded(id string) bool { return s.foldAll || s.open[id] }
