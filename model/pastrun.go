package model

import (
	"fmt"
	"time"

	"ralsh/model/notation"
	"ralsh/model/undo"
	"ralsh/ral/journal"
)

// Ending describes the state of a run without an end in the journal, with times
// in a time zone: "interrupted in step 2, Host[web]; last entry at 12:04:31". It
// returns "" for a run that ended.
func Ending(rec *journal.Record, place *time.Location) string {
	last := rec.Ended.In(place).Format("15:04:05")
	switch step := rec.InHand(); {
	case rec.Status == journal.Running:
		return fmt.Sprintf("running, by %s; last entry at %s", rec.Holder, last)
	case rec.Status == journal.Lost:
		return undo.LostReason
	case rec.Status != journal.CutOff:
		return ""
	case step != nil:
		return fmt.Sprintf("interrupted in step %d, %s; last entry at %s", step.N, step.Ref(), last)
	case len(rec.Steps) == 0:
		return "interrupted before the first change; last entry at " + last
	}
	return fmt.Sprintf("interrupted after step %d; last entry at %s", rec.Steps[len(rec.Steps)-1].N, last)
}

// UndoneBy names the run that undid all or a part of a run, or "".
func UndoneBy(rec *journal.Record) string {
	switch {
	case rec.PartlyBy > 0:
		return fmt.Sprintf("run %d was already partly undone by run %d", rec.Number, rec.PartlyBy)
	case rec.UndoneBy == 0:
		return ""
	}
	return fmt.Sprintf("run %d was already undone by run %d", rec.Number, rec.UndoneBy)
}

// UndoneMark is UndoneBy for a list: "  (undone by run 3)".
func UndoneMark(rec *journal.Record) string {
	switch {
	case rec.PartlyBy > 0:
		return fmt.Sprintf("  (partly undone by run %d)", rec.PartlyBy)
	case rec.UndoneBy > 0:
		return fmt.Sprintf("  (undone by run %d)", rec.UndoneBy)
	}
	return ""
}

// Damage returns the parts of a run's journal that cannot be read.
func Damage(rec *journal.Record) []string {
	var list []string
	if rec.Torn {
		list = append(list, "the last entry of the journal is incomplete")
	}
	if rec.Malformed > 0 {
		list = append(list, "skipped "+notation.Plural(rec.Malformed, "line", "lines")+" of the journal that cannot be read")
	}
	if rec.Clipped {
		list = append(list, fmt.Sprintf("the journal of this run is too long: ralsh reads only the first %d MiB", journal.MaxRun>>20))
	}
	return list
}

// CannotUndo returns why a run cannot be undone at all, "" if an undo can be
// tried.
func (h History) CannotUndo(rec *journal.Record) string {
	if err := undo.Check(rec, h.root); err != nil {
		return err.Error()
	}
	return ""
}

// NoUndoNeeded reports an undo without changes of a run that can be undone.
func NoUndoNeeded(run int) string {
	return fmt.Sprintf("run %d needs no undo: all values are as before the run", run)
}
