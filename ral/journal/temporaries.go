package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

// Leftover is a temporary file of a write that was interrupted. The next run on
// that root removes it.
type Leftover struct {
	Path string `json:"path"`
	Run  int    `json:"run"` // the interrupted run
}

// String returns the removed file and its run.
func (l Leftover) String() string {
	return fmt.Sprintf("removed %s, a temporary file of the interrupted run %d", l.Path, l.Run)
}

// RemoveLeftovers removes the temporary files of runs on the root since the last run
// that ended normally, and returns them. It reads only the directories of the files
// that these runs were writing. It records each removal in the journal first.
func (w *Writer) RemoveLeftovers(ctx context.Context, root string, h host.Host) ([]Leftover, error) {
	list, err := numbers(w.state)
	var all []Leftover
	for _, n := range slices.Backward(list) {
		if n == w.n {
			continue
		}
		rec, failed := brief(w.state, n)
		if failed != nil || rec.Root != root {
			continue // a run that cannot be read does not name its files
		}
		if rec.closed {
			break
		}
		for _, file := range rec.interrupted() {
			removed, failed := local.RemoveTemporaries(ctx, h, file, func(path string) error { return w.removing(Leftover{path, n}) })
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
	w.write(&partLine{lineHead: lineHead{Kind: lineLeftover}, Leftover: &l})
	if w.lost != nil {
		return w.lost
	}
	return nil
}

// interrupted returns the files with a write that has no end in the journal, and their names in
// the directory where they are validated.
func (rec *Record) interrupted() (files []string) {
	for _, s := range rec.Steps {
		for _, a := range s.Acts {
			if a.Done || a.Kind != host.ActWrite.String() {
				continue
			}
			file := cmp.Or(a.Real, a.Path)
			files = append(files, file)
			if a.Stage != "" {
				files = append(files, path.Join(a.Stage, path.Base(file)))
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}
