package tui

import (
	"slices"
	"strings"

	"ralsh/facts"
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
	if s.at != "" && s.list.Go(s.at) {
		if at, ok := s.list.Cursor(); ok && at.fact != nil {
			s.at = ""
		}
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
			paths[i] = f.Leaves[i].Path[1:]
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
