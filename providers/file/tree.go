package file

import (
	"context"
	"path"

	"ralsh/providers/internal/fnmatch"
	"ralsh/ral/host"
)

// tree says which files below a folder are meant.
type tree struct {
	follow bool     // links are what they lead to
	ignore []string // patterns of names that are left out, with all below them
	limit  int      // how deep: 1 is what is in the folder itself
}

// endless is the limit of a tree that has none.
const endless = 1 << 30

// entry is one file of a tree, by its path from the folder on.
type entry struct {
	rel  string
	info host.Info
}

// walk lists a folder and all below it, each folder before what is in it, by
// name. What is no folder, or is not there, holds nothing.
func walk(ctx context.Context, rd host.Reader, root string, t tree) ([]entry, error) {
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
				// A link that leads nowhere is itself; what went meanwhile is gone.
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
