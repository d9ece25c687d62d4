package file

import (
	"context"
	"path"

	"ralsh/providers/internal/fnmatch"
	"ralsh/ral"
	"ralsh/ral/host"
)

// tree selects files below a directory.
type tree struct {
	follow bool     // follow links
	ignore []string // patterns of names that are omitted, with everything below them
	limit  int      // maximum depth: 1 for the directory's own entries
}

// endless is the limit of an unlimited tree.
const endless = 1 << 30

// entry is a file of a tree, by relative path.
type entry struct {
	rel  string
	info host.Info
}

// walk lists the files below a directory by name, each directory before its
// entries. For other files it returns an empty list.
func walk(ctx context.Context, rd ral.FileTree, root string, t tree) ([]entry, error) {
	describe := rd.Lstat
	if t.follow {
		describe = rd.Stat
	}
	var all []entry
	var enter func(rel string, depth int) error
	enter = func(rel string, depth int) error {
		dir := path.Join(root, rel)
		names, err := rd.ReadDir(ctx, dir)
		if err != nil {
			return cannot("list", dir, err)
		}
		for _, name := range names {
			if fnmatch.Any(t.ignore, name, false) {
				continue
			}
			e := entry{rel: path.Join(rel, name)}
			if e.info, err = describe(ctx, path.Join(root, e.rel)); err != nil {
				// A dangling link is described as a link; a file that has
				// disappeared is skipped.
				if e.info, err = rd.Lstat(ctx, path.Join(root, e.rel)); err != nil {
					continue
				}
			}
			all = append(all, e)
			if e.info.IsDir() && depth < t.limit {
				if err := enter(e.rel, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	info, err := describe(ctx, root)
	if err != nil || !info.IsDir() || t.limit < 1 {
		return nil, nil
	}
	return all, enter("", 1)
}
