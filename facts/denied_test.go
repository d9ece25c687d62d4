package facts

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ralsh/ral/host"
)

// A fact whose file in /etc cannot be read is unknown with the reason, and never has a different
// value. Every user may read the files of /proc and /sys, and /etc/machine-id.
func TestUnreadableIsUnknown(t *testing.T) {
	trees, err := filepath.Glob("testdata/hosts/*.txtar")
	if err != nil || len(trees) < 5 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	for _, tree := range trees {
		name := strings.TrimSuffix(filepath.Base(tree), ".txtar")
		t.Run(name, func(t *testing.T) {
			files, _ := unpack(t, tree)
			fake := frozen(t, name, files)
			var mu sync.Mutex
			var paths []string
			whole, _ := leavesOn(t.Context(), host.FaultyReads(fake.Host, func(path string) error {
				mu.Lock()
				defer mu.Unlock()
				if strings.HasPrefix(path, "/etc/") && path != "/etc/machine-id" {
					paths = append(paths, path)
				}
				return nil
			}))
			slices.Sort(paths)
			for _, path := range slices.Compact(paths) {
				got, missing := leavesOn(t.Context(), host.FaultyReads(fake.Host, func(file string) error {
					if file == path {
						return fs.ErrPermission
					}
					return nil
				}))
				for leaf, was := range whole {
					top, _, _ := strings.Cut(leaf, ".")
					if is, ok := got[leaf]; (!ok || is != was) && !slices.ContainsFunc(missing, func(name string) bool { return leads(name, leaf) || leads(leaf, name) || name == top }) {
						t.Errorf("%s unreadable: %s was %q, is %q", path, leaf, was, is)
					}
				}
			}
		})
	}
}

// leavesOn returns the values of the leaves by name, and the names that lack a value for a
// reason.
func leavesOn(ctx context.Context, h host.Host) (values map[string]string, missing []string) {
	values = make(map[string]string)
	f := New(h.Reader())
	for _, fact := range f.All(ctx) {
		if fact.Err != nil {
			missing = append(missing, fact.Name)
		}
		for _, leaf := range slices.Concat(fact.Leaves, fact.Absent) {
			if leaf.Err != nil {
				missing = append(missing, leaf.Name)
				continue
			}
			values[leaf.Name] = leaf.Value.Text()
		}
	}
	return values, missing
}
