package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
)

// small is a disk with a number of free bytes, some of them reserved for the
// run's file.
type small struct {
	*ownfiles.State
	free, reserved int64
}

func (d *small) take(size int64) error {
	if size > d.free {
		return errFull
	}
	d.free -= size
	return nil
}

func (d *small) Reserve(_ string, size int64) error {
	if err := d.take(max(0, size-d.reserved)); err != nil {
		return err
	}
	d.reserved = max(size, d.reserved)
	return nil
}

func (d *small) Append(name string, data []byte, sync bool) error {
	size := int64(len(data))
	if err := d.take(max(0, size-d.reserved)); err != nil {
		return err
	}
	d.reserved -= min(size, d.reserved)
	return d.State.Append(name, data, sync)
}

func (d *small) WriteAtomic(name string, data []byte) error {
	if err := d.take(int64(len(data))); err != nil {
		return err
	}
	return d.State.WriteAtomic(name, data)
}

// TestFullDisk applies the story on disks of every size. A run that began has
// an end in the journal, every change has a line, the content of every replaced
// file is saved, and nothing was started after the first act that could not be
// recorded.
func TestFullDisk(t *testing.T) {
	var refused, cut, whole int
	for room := int64(0); whole < 3; room += 700 {
		w := aWorld(t)
		rep, err := w.apply(t.Context(), &small{State: w.state, free: room}, story()...)
		if rep == nil {
			refused++
			if !errors.Is(err, errFull) || !untouched(w) {
				t.Fatalf("%d bytes: %v, and something was changed", room, err)
			}
			continue
		}
		rec, readErr := journal.Read(w.state, 1)
		if readErr != nil || rec.Status == journal.CutOff || rec.Malformed > 0 {
			t.Fatalf("%d bytes: %v, %s, %d damaged lines", room, readErr, rec.Status, rec.Malformed)
		}
		lost, isLost := errors.AsType[*journal.LostError](err)
		if !isLost {
			whole++
			continue
		}
		cut++
		if lost.End {
			t.Errorf("%d bytes: the end of the run is not written", room)
		}
		knownToJournal(t, w, rec)
		if failed := rep.Count(transaction.Failed) + rep.Count(transaction.DidNotTake); failed > 2 { // two are one batch
			t.Errorf("%d bytes: it went on: %s", room, rep.Summary())
		}
		for _, step := range rep.Steps {
			for _, c := range step.Changes {
				if c.Err != nil && c.Status == transaction.Failed && !strings.Contains(c.Err.Error(), "cannot write the journal of run 1") {
					t.Errorf("%d bytes: %s failed with %v", room, step.Ref(), c.Err)
				}
			}
		}
		inverses, notUndoable := journal.Split(journal.Inverses(w.state, rec, false))
		for _, s := range rec.Steps {
			if s.Status == "changed" && len(inverses)+len(notUndoable) == 0 {
				t.Errorf("%d bytes: %s was changed, and undo knows nothing of it", room, s.Ref())
			}
		}
	}
	if refused == 0 || cut < 3 {
		t.Errorf("%d runs were refused and %d cut", refused, cut)
	}
}

func untouched(w world) bool {
	return w.read("a/color") == "red" && w.read("b/color") == "red" && w.read("c/color") == "-" && w.read("many1/color") == "-"
}

// TestRefusedRunIsNoCutOffRun checks that a run that was refused before its
// first act, for lack of space, leaves no record that looks like an interrupted
// one.
func TestRefusedRunIsNoCutOffRun(t *testing.T) {
	w := aWorld(t)
	for room := int64(0); room < 8<<10; room += 200 {
		if rep, _ := w.apply(t.Context(), &small{State: w.state, free: room}, story()...); rep != nil {
			t.Fatalf("%d bytes are enough", room)
		}
		runs, err := journal.List(w.state, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range runs {
			if rec.Status == journal.CutOff {
				t.Errorf("%d bytes: run %d is %s", room, rec.Number, rec.Status)
			}
		}
		if kept, err := w.state.List("kept"); err != nil || len(kept) > 0 {
			t.Errorf("%d bytes: %d contents of a run that did not begin stay, %v", room, len(kept), err)
		}
	}
}

// TestJournalErrors holds that an error of the state directory names each file once.
func TestJournalErrors(t *testing.T) {
	w := aWorld(t)
	p, err := transaction.NewPlan(t.Context(), w.env, story())
	if err != nil {
		t.Fatal(err)
	}
	runs := w.state.Path("runs")
	if err := errors.Join(os.MkdirAll(filepath.Dir(runs), 0o700), os.WriteFile(runs, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	want := "cannot read the journal: " + runs + ": not a directory"
	if _, err := journal.Open(w.state, w.meta(p)); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := journal.List(w.state, 0); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := errors.Join(os.Remove(runs), os.RemoveAll(w.state.Path("lock")), os.Mkdir(w.state.Path("lock"), 0o700)); err != nil {
		t.Fatal(err)
	}
	want = "cannot write the journal: cannot lock " + w.state.Path("lock") + ": is a directory (ralsh makes only changes that it can record)"
	if _, err := journal.Open(w.state, w.meta(p)); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
