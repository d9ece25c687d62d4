package journal

import (
	"errors"
	"fmt"
	"slices"
)

// Retention limits the retained runs; 0 means no limit.
type Retention struct {
	Runs  int   // number of runs
	Bytes int64 // total size of contents for undo
}

// PruneError reports that a run is completely recorded, but something older
// could not be deleted.
type PruneError struct {
	Run int
	Err error
}

// Error returns what failed.
func (e *PruneError) Error() string {
	return fmt.Sprintf("run %d is recorded, but older runs could not be removed: %v", e.Run, e.Err)
}

// Unwrap returns the cause.
func (e *PruneError) Unwrap() error { return e.Err }

// prune deletes runs and contents that exceed the retention: the oldest runs, then
// contents of the oldest remaining runs, whose undo reports that. It keeps this run,
// and an interrupted run that no user has seen. The caller holds the lock. prune may be
// interrupted anywhere: it deletes a run before its contents, so that the next prune
// finds orphaned contents.
func (w *Writer) prune(keep Retention) error {
	list, err := numbers(w.state)
	if err != nil {
		return err
	}
	stay := make([]int, 0, len(list))
	for i, n := range list {
		if keep.Runs == 0 || len(stay)+len(list)-i <= keep.Runs {
			stay = append(stay, n)
			continue
		}
		held, err := w.holds(n)
		if err != nil {
			return err
		}
		if held {
			stay = append(stay, n)
		} else if err := w.forget(n); err != nil {
			return err
		}
	}
	return w.pruneContents(stay, len(stay) < len(list), keep.Bytes)
}

func (w *Writer) forget(n int) error {
	if err := w.disk.Remove(fileName(n)); err != nil {
		return err
	}
	return errors.Join(w.disk.Remove(seenName(n)), w.disk.Remove(finishedName(n)))
}

// holds reports whether a run must not be deleted.
func (w *Writer) holds(n int) (bool, error) {
	if n == w.n {
		return true, nil
	}
	rec, err := brief(w.state, n)
	if err != nil || rec.Status != CutOff {
		return false, err
	}
	seen, err := marked(w.state, seenName(n))
	return !seen, err
}

// pruneContents removes contents that the runs do not name, and the contents of the
// oldest runs if the total size exceeds the limit.
func (w *Writer) pruneContents(runs []int, fewer bool, most int64) error {
	sizes, err := w.state.Sizes(keptDir)
	if err != nil {
		return err
	}
	all := int64(0)
	for _, size := range sizes {
		all += size
	}
	if !fewer && (most == 0 || all <= most) {
		return nil
	}
	kept, err := w.retained(runs, sizes, most)
	if err != nil {
		return err
	}
	for name := range sizes {
		if isKept(name) && !kept[name] {
			if err := w.disk.Remove(keptDir + "/" + name); err != nil {
				return err
			}
		}
	}
	return nil
}

// retained returns the contents to keep: all contents of the held runs, then the contents
// of the newest runs as long as there is space.
func (w *Writer) retained(runs []int, sizes map[string]int64, most int64) (map[string]bool, error) {
	kept, used, full := make(map[string]bool), int64(0), false
	for _, heldOnes := range []bool{true, false} {
		for _, n := range slices.Backward(runs) {
			held, err := w.holds(n)
			if err != nil {
				return nil, err
			}
			if held != heldOnes {
				continue
			}
			named, err := namedBy(w.state, n)
			if err != nil {
				return nil, err
			}
			for _, sum := range named {
				size, there := sizes[sum]
				if !there || kept[sum] {
					continue
				}
				full = full || !held && most > 0 && used+size > most
				if !full {
					kept[sum] = true
					used += size
				}
			}
		}
	}
	return kept, nil
}
