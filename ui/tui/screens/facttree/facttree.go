package facttree

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Screen is the tree of all facts. Initially only the top level is shown.
type Screen struct {
	kit.Browser[factNode]
	kit.AutoRefresh
	known   map[string]*facts.Fact
	filter  factsFilter
	open    map[string]bool
	reads   kit.Job[facts.Fact]
	trouble []facts.Source // files with errors or warnings
	at      string         // where to move the cursor once it exists

	widest, sources int // widths of the widest name and the widest source
}

// New shows the tree, with the cursor on a fact, or on the first fact.
func New(sh *kit.Shared, at string) *Screen {
	s := &Screen{Browser: kit.NewBrowser(sh, widget.NewList(factNode.id, factNode.id, factNode.compare))}
	s.known, s.open, s.at = make(map[string]*facts.Fact), make(map[string]bool), at
	s.Search = kit.NewSearch(func(f widget.Filter) { s.apply(f) })
	s.Divide, s.Own, s.Table, s.Row, s.Detail, s.Foot = 77, s.actions, s.table, s.row, s.detail, s.foot
	s.Message, s.Nothing = s.message, s.nothing
	for i, c := range at {
		if c == '.' {
			s.open[at[:i]] = true
		}
	}
	s.show()
	s.List.Go(at)
	return s
}

func (s *Screen) Crumb() safe.Text  { return "facts" }
func (s *Screen) Alone() bool       { return true }
func (s *Screen) Where() keys.Where { return keys.OnFacts }
func (s *Screen) Busy() bool        { return s.reads.Busy() }
func (s *Screen) Close()            { s.reads.Stop(); s.On = false }

func (s *Screen) Chip() safe.Text { return s.Search.ChipOf(s.filter.found, s.filter.of, "fact") }

func (s *Screen) Start() tea.Cmd { return s.read() }

// read reads all facts concurrently. Each is shown as soon as it is read.
func (s *Screen) read() tea.Cmd {
	return s.reads.Stream(s.Sh, s.Sh.Session.Facts.Each)
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if read, next, ok := s.reads.Take(msg); ok {
		return tea.Batch(next, s.take(read))
	}
	if s.Due(msg, s) {
		return s.again()
	}
	return s.Browser.Update(msg)
}

func (s *Screen) take(read []facts.Fact) tea.Cmd {
	for _, f := range read {
		s.known[f.Name] = &f
	}
	if s.Busy() {
		s.show()
		return nil
	}
	s.trouble = s.Sh.Session.Facts.Trouble(s.Sh.Ctx)
	s.note()
	s.show()
	return s.Next(s.Sh, s)
}

func (s *Screen) note() {
	all := len(s.single())
	lost := len(valueless(s.single()))
	e := sessionlog.Entry{When: s.reads.Ended, About: "facts", What: words.CountOf(all, "fact") + " read", Took: s.reads.Took(), Timed: true}
	if lost > 0 {
		e.What += ", " + words.Count(lost) + " without a value"
	}
	s.Sh.Log.Add(e)
}

func (s *Screen) again() tea.Cmd {
	s.Sh.Session.Facts.Refresh()
	return s.read()
}

// single returns the facts as they are counted: each value inside a fact by its
// dotted name, and each fact that could not be read.
func (s *Screen) single() []factNode {
	var list []factNode
	for _, name := range s.Sh.Session.Facts.Known() {
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
