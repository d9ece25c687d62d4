package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral/host"
)

// Leftover is a temporary file of a write in which a run was cut off. The next run
// on that root removes it.
type Leftover struct {
	Path string `json:"path"`
	Run  int    `json:"run"` // that was interrupted
}

// String says what was removed, and whose it was.
func (l Leftover) String() string {
	return fmt.Sprintf("removed %s, which run %d left when it was cut off", l.Path, l.Run)
}

// RemoveLeftovers removes the temporary files that runs on the root left since the
// last one there that came to its end, and returns them. It reads the directories of
// the files that those runs were about to write, and no other. Each removal is in the
// journal before it is made.
func (w *Writer) RemoveLeftovers(ctx context.Context, root string, h host.Host) ([]Leftover, error) {
	list, err := numbers(w.state)
	var all []Leftover
	for _, n := range slices.Backward(list) {
		if n == w.n {
			continue
		}
		rec, failed := brief(w.state, n)
		if failed != nil || rec.Root != root {
			continue // what cannot be read says nothing about where to search
		}
		if rec.closed {
			break
		}
		for _, file := range rec.interrupted() {
			removed, failed := h.RemoveTemporaries(ctx, file, func(path string) error { return w.removing(Leftover{path, n}) })
			err = errors.Join(err, failed)
			for _, path := range removed {
				all = append(all, Leftover{path, n})
			}
		}
	}
	return all, err
}

func (w *Writer) removing(l Leftover) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.write(line{Kind: lineLeftover, Leftover: &l})
	if w.lost != nil {
		return w.lost
	}
	return nil
}

// interrupted are the files whose write has no end in the journal.
func (rec *Record) interrupted() (files []string) {
	for _, s := range rec.Steps {
		for _, a := range s.Acts {
			if file := cmp.Or(a.Real, a.Path); !a.Done && a.Kind == host.ActWrite.String() && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}
