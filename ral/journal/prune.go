package journal

import (
	"fmt"
	"slices"
)

// Retention is how much of the past is kept; 0 is all of it.
type Retention struct {
	Runs  int   // how many runs
	Bytes int64 // of contents for undo, of all runs together
}

// PruneError is a run that is kept whole, while something older could not be
// forgotten.
type PruneError struct {
	Run int
	Err error
}

// Error says what could not be done.
func (e *PruneError) Error() string {
	return fmt.Sprintf("run %d is in the journal, but what is older could not be removed from it: %v", e.Run, e.Err)
}

// Unwrap is what could not be done.
func (e *PruneError) Unwrap() error { return e.Err }

// prune forgets what is more than is kept: the oldest runs, then contents of the
// oldest that stay; undo reports that it is not in the store any
// more. This run stays, and so does an interrupted one that no one has
// seen. It is for the holder of the lock. It may be cut off anywhere: a run goes
// before its contents, so that the next prune finds what belongs to none.
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
	return w.disk.Remove(seenName(n))
}

// holds reports whether a run may not be forgotten.
func (w *Writer) holds(n int) (bool, error) {
	if n == w.n {
		return true, nil
	}
	rec, err := brief(w.state, n)
	if err != nil || rec.Status != CutOff {
		return false, err
	}
	seen, err := wasSeen(w.state, n)
	return !seen, err
}

// pruneContents removes what no run of those names, and the contents of the
// oldest where all are more than so many bytes.
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
	kept, err := w.wanted(runs, sizes, most)
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

// wanted are the contents to keep: of the runs that are held all, then of the
// newest as many as there is room for.
func (w *Writer) wanted(runs []int, sizes map[string]int64, most int64) (map[string]bool, error) {
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
