package journal

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"ralsh/ral/host/ownfiles"
)

// undone maps the number of a run to the undo that decides its mark: the newest one that
// restored something and was not undone. It restored the whole run, or a part.
type undone struct {
	whole, part map[int]int
	finished    map[int]bool // see FinishUndos
}

// take adds a run, after all later runs.
func (u undone) take(rec *Record) {
	if rec.UndoneBy = u.whole[rec.Number]; rec.UndoneBy == 0 {
		rec.PartlyBy = u.part[rec.Number]
	}
	of := rec.UndoOf
	switch later := u.whole[of]; {
	case of == 0 || rec.Status == Running:
	case rec.UndoneBy > 0:
		if later > 0 && later < rec.UndoneBy && !u.finished[of] {
			// The later undo restored only the rest of this undo, and this undo
			// was undone after it.
			u.part[of] = later
			delete(u.whole, of)
		}
	case later > 0 || u.part[of] > 0:
	case rec.finished:
		u.whole[of], u.finished[of] = rec.Number, true
	case rec.FailedUndo() && rec.Changed == 0:
	case rec.FailedUndo() || rec.PartlyBy > 0:
		u.part[of] = rec.Number
	default:
		u.whole[of] = rec.Number
	}
}

func (rec *Record) succeeded() bool { return rec.Status == "changed" || rec.Status == "unchanged" }

// FailedUndo reports whether the run is an undo that did not end, failed, or did not restore
// all that it promised, and is not finished since (FinishUndos).
func (rec *Record) FailedUndo() bool {
	return rec.UndoOf > 0 && !rec.finished && (!rec.succeeded() || rec.Incomplete)
}

func finishedName(n int) string { return fmt.Sprintf("finished/%06d", n) }

// FinishUndos records that a run has no changes left to undo: it counts as undone from then
// on.
func FinishUndos(state *ownfiles.State, run *Record) error {
	for rec, err := range All(state) {
		if rec == nil {
			return err
		}
		if rec.UndoOf != run.Number || rec.UndoneBy > 0 || rec.Status == Running || !rec.FailedUndo() && rec.Number != run.PartlyBy {
			continue
		}
		if err := state.Mark(finishedName(rec.Number)); err != nil {
			return err
		}
	}
	if run.UndoneBy == 0 {
		run.UndoneBy, run.PartlyBy = run.PartlyBy, 0
	}
	return nil
}

// Restored maps the resources that earlier undos of a run changed to the last of these undos.
// Undos that were undone do not count.
func Restored(state *ownfiles.State, run *Record) map[string]int {
	by := make(map[string]int)
	for rec, err := range All(state) {
		if rec == nil || rec.Number <= run.Number {
			break
		}
		if err != nil || rec.UndoOf != run.Number || rec.UndoneBy > 0 || rec.PartlyBy > 0 {
			continue
		}
		whole, err := Read(state, rec.Number)
		if err != nil {
			continue
		}
		for i := range whole.Steps {
			if st := &whole.Steps[i]; st.Status == "changed" && by[st.Ref()] == 0 {
				by[st.Ref()] = rec.Number
			}
		}
	}
	return by
}

// All yields the runs, the newest first. It yields a run that cannot be read with its
// number and an error. Closed runs have no steps, because only both ends of their files
// are read. An error without a run concerns the journal as a whole.
func All(state *ownfiles.State) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		list, err := numbers(state)
		if err != nil {
			yield(nil, err)
			return
		}
		by := undone{make(map[int]int), make(map[int]int), make(map[int]bool)}
		for _, n := range slices.Backward(list) {
			rec, err := brief(state, n)
			switch {
			case errors.Is(err, ErrNoRun): // deleted in the meantime
				continue
			case err != nil:
				rec = &Record{Number: n}
			case rec.UndoOf > 0:
				rec.finished, err = marked(state, finishedName(n))
			}
			by.take(rec)
			if !yield(rec, err) {
				return
			}
		}
	}
}

// List returns the runs, the newest first, at most limit of them; 0 means all. It stops
// at the first run that cannot be read.
func List(state *ownfiles.State, limit int) ([]*Record, error) {
	var runs []*Record
	for rec, err := range All(state) {
		if err != nil {
			return runs, err
		}
		if runs = append(runs, rec); limit > 0 && len(runs) == limit {
			break
		}
	}
	return runs, nil
}

// ends is the size of each end of a file that is read for the list.
const ends = 64 << 10

// brief reads the whole file if its ends are not enough.
func brief(state *ownfiles.State, n int) (*Record, error) {
	head, size, err := state.ReadPart(fileName(n), 0, ends)
	if err != nil || size <= ends {
		return Read(state, n)
	}
	tail, _, err := state.ReadPart(fileName(n), -ends, ends)
	if err != nil {
		return nil, err
	}
	last := Parse(lastLine(tail))
	if !last.closed {
		return Read(state, n)
	}
	rec := Parse(head[:slices.Index(head, '\n')+1])
	if !rec.opened {
		return Read(state, n)
	}
	rec.Number, rec.Closing, rec.Ended, rec.closed = n, last.Closing, last.Ended, true
	return rec, nil
}

func lastLine(tail []byte) []byte {
	if len(tail) == 0 || tail[len(tail)-1] != '\n' {
		return nil
	}
	body := tail[:len(tail)-1]
	for i := len(body) - 1; i >= 0; i-- {
		if body[i] == '\n' {
			return tail[i+1:]
		}
	}
	return tail
}

// Last returns the newest run on a root, or a *NoRunError.
func Last(state *ownfiles.State, root string) (*Record, error) {
	rec, err := find(state, func(rec *Record, err error) bool { return err != nil || rec.Root == root })
	if rec == nil && err == nil {
		return nil, noRun(state, 0, root)
	}
	return rec, err
}

// Find returns the run with a number, or a *NoRunError.
func Find(state *ownfiles.State, n int) (*Record, error) {
	rec, err := find(state, func(rec *Record, _ error) bool { return rec.Number == n })
	if rec == nil && err == nil {
		return nil, noRun(state, n, "")
	}
	return rec, err
}

// find returns the newest run that fits, or nil. It also calls fits for runs that
// cannot be read, with the error.
func find(state *ownfiles.State, fits func(*Record, error) bool) (*Record, error) {
	for rec, err := range All(state) {
		if rec == nil {
			return nil, err
		}
		if fits(rec, err) {
			whole, err := Read(state, rec.Number)
			if err == nil {
				whole.UndoneBy, whole.PartlyBy, whole.finished = rec.UndoneBy, rec.PartlyBy, rec.finished
			}
			return whole, err
		}
	}
	return nil, nil
}
