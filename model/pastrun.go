package model

import (
	"fmt"
	"time"

	"ralsh/ral/journal"
)

// Ending describes the state of a run without an end in the journal, with times
// in a time zone: "interrupted in step 2, Host[web]; last entry at 12:04:31". It
// returns "" for a run that ended.
func Ending(rec *journal.Record, place *time.Location) string {
	last := rec.Ended.In(place).Format("15:04:05")
	switch step := rec.InHand(); {
	case rec.Status == journal.Running:
		return fmt.Sprintf("at work, by %s; the last line is of %s", rec.Holder, last)
	case rec.Status == journal.Lost:
		return "how it began cannot be read: the first line of its journal is damaged or was not written to its end"
	case rec.Status != journal.CutOff:
		return ""
	case step != nil:
		return fmt.Sprintf("interrupted in step %d, %s; last entry at %s", step.N, step.Ref(), last)
	case len(rec.Steps) == 0:
		return "cut off before the first change; the last that is known is of " + last
	}
	return fmt.Sprintf("cut off after step %d; the last that is known is of %s", rec.Steps[len(rec.Steps)-1].N, last)
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
		list = append(list, "the last line of the journal was not written to its end")
	}
	if rec.Damaged > 0 {
		list = append(list, fmt.Sprintf("%d lines of the journal cannot be read and are left out", rec.Damaged))
	}
	if rec.Clipped {
		list = append(list, fmt.Sprintf("the journal of this run is longer than the %d MiB that are read", journal.MaxRun>>20))
	}
	return list
}

// CannotUndo returns why a run cannot be undone at all, "" if an undo can be
// tried.
func (h History) CannotUndo(rec *journal.Record) string {
	switch {
	case rec.Status == journal.Running:
		return fmt.Sprintf("run %d is still at work", rec.Number)
	case rec.Status == journal.Lost:
		return fmt.Sprintf("how run %d began cannot be read, and so what it did is not known", rec.Number)
	case rec.Root != h.root:
		return fmt.Sprintf("run %d was on %s, and this is %s; to take it back: ralsh %s",
			rec.Number, rec.Root, h.root, undoLine(rec, rec.Number))
	}
	return ""
}
