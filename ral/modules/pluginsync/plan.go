package pluginsync

import (
	"cmp"
	"context"
	"slices"
)

// Change is a changed file or directory.
type Change struct {
	Path string // in the tree: "lib/ral/type/a.star"
	What string // "added", "changed" or "removed"
}

// plan describes how to turn the current tree into the desired tree.
type plan struct {
	dirs    []string
	keep    []entry // unchanged files
	fetch   []entry
	changes []Change
}

// same reports whether the trees are equal.
func (p *plan) same() bool { return len(p.changes) == 0 }

// plan compares every file by content.
func (s *syncing) plan(ctx context.Context, source []entry) (plan, error) {
	have, err := s.tree.Files(ctx)
	if err != nil {
		return plan{}, err
	}
	var p plan
	seen := map[string]bool{}
	for _, e := range source {
		if seen[e.path] {
			continue
		}
		seen[e.path] = true
		old, there := have[e.path]
		same := there && old.Dir == e.dir && old.Sum == e.sum && old.Mode == e.mode
		switch {
		case e.dir:
			p.dirs = append(p.dirs, e.path)
		case same:
			p.keep = append(p.keep, e)
		default:
			p.fetch = append(p.fetch, e)
		}
		if !same {
			p.changes = append(p.changes, Change{e.path, whatOf(there)})
		}
	}
	for path := range have {
		if !seen[path] {
			p.changes = append(p.changes, Change{path, "removed"})
		}
	}
	slices.SortFunc(p.changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return p, nil
}

func whatOf(there bool) string {
	if there {
		return "changed"
	}
	return "added"
}
