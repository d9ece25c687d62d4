package facttree

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/facts"
	"ralsh/facts/leaf"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// factNode is a row of the tree: a fact, a group of leaves, or a leaf.
type factNode struct {
	path   []string
	leaf   *leaf.Leaf  // nil for a group
	fact   *facts.Fact // nil while it is being read
	leaves int         // number of leaves of a group or list
	item   bool        // part of a leaf that is a list or map
	hidden frame.Sign  // for a folded group, the strongest sign below it
	lacks  int         // number of leaves of a group without a value

	trouble *facts.Source // a file with an error or a warning
}

// id returns the dotted name of a fact, or the error of a file.
func (n factNode) id() string {
	if n.trouble != nil {
		return n.trouble.Error()
	}
	return strings.Join(n.path, ".")
}

// single reports whether the row counts as a fact: groups, parts of a list and
// files do not count.
func (n factNode) single() bool {
	return n.trouble == nil && !n.item && (n.leaf != nil || n.leaves == 0)
}

// compare orders parents before their children.
func (n factNode) compare(m factNode) int {
	return cmp.Or(slices.CompareFunc(n.path, m.path, widget.CompareNames), strings.Compare(n.fault(), m.fault()))
}

// fault returns the error of a file, or "" for a fact.
func (n factNode) fault() string {
	if n.trouble == nil {
		return ""
	}
	return n.id()
}

// show updates the rows: the unfolded rows, or the rows that match the filter.
func (s *Screen) show() {
	nodes := s.filter.keep(s.tree())
	s.List.Set(nodes)
	s.widest, s.sources = 0, 0
	for _, n := range nodes {
		_, from := n.texts()
		s.widest, s.sources = max(s.widest, s.guided(n).Width()), max(s.sources, from.Width())
	}
	if s.at != "" && s.List.Go(s.at) {
		if at, ok := s.List.Cursor(); ok && at.fact != nil {
			s.at = ""
		}
	}
}

// tree returns all unfolded rows. A filter unfolds all.
func (s *Screen) tree() []factNode {
	var nodes []factNode
	for _, name := range s.Sh.Session.Facts.Known() {
		f := s.known[name]
		if f != nil && f.Err == nil && len(f.Leaves) == 0 && f.Value.IsNil() {
			continue
		}
		nodes = append(nodes, s.nodes(name, f)...)
	}
	for i := range s.trouble {
		nodes = append(nodes, factNode{path: []string{path.Base(s.trouble[i].Path)}, trouble: &s.trouble[i]})
	}
	return nodes
}

func (s *Screen) nodes(name string, f *facts.Fact) []factNode {
	top := factNode{path: []string{name}, fact: f}
	if f == nil || f.Err != nil {
		return []factNode{top}
	}
	if len(f.Leaves) == 1 && f.Leaves[0].Name == name {
		top.leaf = &f.Leaves[0]
		return s.items(top)
	}
	nodes := []factNode{s.group(top, f.Leaves)}
	if s.unfolded(name) {
		paths := make([][]string, len(f.Leaves))
		for i := range f.Leaves {
			paths[i] = f.Leaves[i].Path[1:]
		}
		nodes = append(nodes, s.below(f, top.path, paths, f.Leaves)...)
	}
	return nodes
}

// group counts the leaves below a row.
func (s *Screen) group(n factNode, leaves []leaf.Leaf) factNode {
	n.leaves = len(leaves)
	for i := range leaves {
		one := factNode{fact: n.fact, leaf: &leaves[i]}
		if one.lost() != "" {
			n.lacks++
		}
		if !s.unfolded(n.id()) {
			n.hidden = frame.Strongest(n.hidden, one.sign())
		}
	}
	return n
}

// below returns the rows of a group. A group with a single member is shown as a
// row with both names: release.full.
func (s *Screen) below(f *facts.Fact, path []string, rest [][]string, leaves []leaf.Leaf) []factNode {
	var nodes []factNode
	for i := 0; i < len(rest); {
		end := i + 1
		for end < len(rest) && rest[end][0] == rest[i][0] {
			end++
		}
		if end == i+1 {
			nodes = append(nodes, s.items(factNode{path: append(slices.Clone(path), strings.Join(rest[i], ".")), fact: f, leaf: &leaves[i]})...)
		} else {
			group := s.group(factNode{path: append(slices.Clone(path), rest[i][0]), fact: f}, leaves[i:end])
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

// items returns a leaf and, if it is an open list or map, the rows of its
// items, recursively.
func (s *Screen) items(n factNode) []factNode {
	parts := partsOf(n.leaf.Value)
	n.leaves = len(parts)
	nodes := []factNode{n}
	if !s.unfolded(n.id()) {
		return nodes
	}
	for _, p := range parts {
		leaf := *n.leaf
		name := p.Key.Text()
		leaf.Name, leaf.Path, leaf.Value = leaf.Name+"."+name, append(slices.Clone(leaf.Path), name), p.Value
		nodes = append(nodes, s.items(factNode{path: append(slices.Clone(n.path), name), fact: n.fact, leaf: &leaf, item: true})...)
	}
	return nodes
}

// partsOf returns the items of a list by index, or the pairs of a map.
func partsOf(v value.Value) []value.Pair {
	if v.Kind() != value.List {
		return v.Pairs()
	}
	var parts []value.Pair
	for i, item := range v.Items() {
		parts = append(parts, value.Pair{Key: value.Str(strconv.Itoa(i)), Value: item})
	}
	return parts
}

func (s *Screen) unfolded(id string) bool { return s.filter.on() || s.open[id] }
