package facttree

import (
	"slices"
	"strings"

	"ralsh/facts"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// factsFilter filters the tree. A matching row is shown with the groups that
// contain it.
type factsFilter struct {
	words  widget.Filter
	signs  bool // only rows with a sign
	before string
	found  int // number of matching facts
	of     int // number of facts
}

func (f *factsFilter) on() bool { return f.signs || !f.words.Empty() }

func (f *factsFilter) match(n factNode) bool {
	sign := n.sign()
	return (!f.signs || sign == frame.SignNeeds || sign == frame.SignUnknown) && f.words.Match(strings.ToLower(haystack(n)))
}

// haystack returns the text that the filter matches: the dotted name, the
// legacy names and the value.
func haystack(n factNode) string {
	words := append([]string{n.id()}, facts.LegacyNames(n.id())...)
	if n.leaf != nil {
		words = append(words, n.leaf.Value.Text())
	}
	return strings.Join(words, " ")
}

// keep returns the matching rows, and the groups that contain them.
func (f *factsFilter) keep(nodes []factNode) []factNode {
	if !f.on() {
		return nodes
	}
	f.of, f.found = 0, 0
	way := map[string]bool{}
	for _, n := range nodes {
		if n.single() {
			f.of++
		}
		if f.match(n) {
			if n.single() {
				f.found++
			}
			way[n.id()] = true
			for i := range n.path {
				way[strings.Join(n.path[:i+1], ".")] = true
			}
		}
	}
	return slices.DeleteFunc(nodes, func(n factNode) bool { return !way[n.id()] })
}

// apply filters the tree. The cursor stays on a matching fact, or moves to the
// first match. When the filter is cleared, the cursor stays, and the groups
// that contain it stay open.
func (s *Screen) apply(words widget.Filter) {
	at, ok := s.List.Cursor()
	was := s.filter.on()
	if !was && ok {
		s.filter.before = at.id()
	}
	s.filter.words, s.filter.signs = words, s.Search.Only
	switch {
	case s.filter.on():
		s.show()
		s.toMatch(at)
	case was && ok:
		s.reveal(at)
		s.show()
		s.List.Go(at.id())
	default:
		s.show()
		s.List.Go(s.filter.before)
	}
}

// toMatch moves the cursor to its previous row if the row matches, or to the
// first match.
func (s *Screen) toMatch(was factNode) {
	if now, ok := s.List.Cursor(); ok && now.id() == was.id() && s.filter.match(now) {
		return
	}
	for _, n := range s.filter.keep(s.tree()) {
		if s.filter.match(n) {
			s.List.Go(n.id())
			return
		}
	}
}

// reveal opens the groups that contain a row.
func (s *Screen) reveal(n factNode) {
	for i := 1; i < len(n.path); i++ {
		s.open[strings.Join(n.path[:i], ".")] = true
	}
}
