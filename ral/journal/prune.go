package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ralsh/ral/host/ownfiles"
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

// Usage is the size of the journal.
type Usage struct {
	Runs     int
	Contents int   // saved for undo
	Bytes    int64 // total size of the contents
}

// Count returns the size of the journal.
func Count(state *ownfiles.State) (Usage, error) {
	list, err := numbers(state)
	if err != nil {
		return Usage{}, err
	}
	sizes, err := state.Sizes(keptDir)
	s := Usage{Runs: len(list)}
	for name, size := range sizes {
		if isKept(name) {
			s.Contents, s.Bytes = s.Contents+1, s.Bytes+size
		}
	}
	return s, err
}

// sumLength is the length of a SHA-256 in hexadecimal digits.
const sumLength = 64

// isKept reports whether a file is saved content, or a temporary file of its
// interrupted write.
func isKept(name string) bool {
	if rest, cutOff := strings.CutPrefix(name, "."); cutOff && len(rest) > sumLength {
		return isSum(rest[:sumLength])
	}
	return isSum(name)
}

func isSum(text string) bool {
	return len(text) == sumLength && strings.Trim(text, "0123456789abcdef") == ""
}

// namedBy returns all checksums in a run's file, even in a truncated line. Too many do
// no harm, too few would.
func namedBy(state *ownfiles.State, n int) ([]string, error) {
	const chunk = 1 << 20
	var sums []string
	for at := int64(0); ; at += chunk {
		// A checksum across the end of a chunk is in the longer part.
		part, size, err := state.ReadPart(fileName(n), at, chunk+sumLength+1)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sumsIn(string(part))...)
		if at+chunk >= size {
			return sums, nil
		}
	}
}

// sumsIn returns the quoted checksums in a text.
func sumsIn(text string) []string {
	var sums []string
	for {
		at := strings.IndexByte(text, '"')
		if at < 0 {
			return sums
		}
		text = text[at+1:]
		if len(text) > sumLength && text[sumLength] == '"' && isSum(text[:sumLength]) {
			sums = append(sums, text[:sumLength])
		}
	}
}

func seenName(n int) string { return fmt.Sprintf("seen/%06d", n) }

// MarkSeen records that the user has seen an interrupted run; before that, the run is
// never deleted. It has no effect on other runs.
func MarkSeen(state *ownfiles.State, rec *Record) error {
	if rec.Status != CutOff {
		return nil
	}
	if seen, err := marked(state, seenName(rec.Number)); seen || err != nil {
		return err
	}
	return state.Mark(seenName(rec.Number))
}

// marked reports whether a mark exists.
func marked(state *ownfiles.State, name string) (bool, error) {
	_, _, err := state.ReadPart(name, 0, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
