package undo

import (
	"fmt"

	"ralsh/ral/host"
	"ralsh/ral/journal"
)

// LostReason is why the declarations and changes of a run are unknown.
const LostReason = "the first entry of its journal is malformed or incomplete"

// CannotUndoError reports that a run cannot be undone.
type CannotUndoError struct {
	Run    int
	Reason string
}

// Error names the run and the reason.
func (e *CannotUndoError) Error() string {
	return fmt.Sprintf("cannot undo run %d: %s", e.Run, e.Reason)
}

// Check returns a [*CannotUndoError] if a run cannot be undone at all on a root.
func Check(rec *journal.Record, root string) error {
	reason := ""
	switch {
	case rec.Status == journal.Running:
		reason = (&journal.BusyError{Holder: rec.Holder}).Error()
	case rec.Status == journal.Lost:
		reason = LostReason
	case rec.Root != root:
		reason = fmt.Sprintf("it changed %s, but this command works on %s; to undo it: ralsh %s", rec.Root, root, Line(rec, rec.Number))
	default:
		return nil
	}
	return &CannotUndoError{rec.Number, reason}
}

// Line returns the command line, without the name of the program, that undoes run n on the root of rec.
func Line(rec *journal.Record, n int) string {
	if rec.Root == "/" {
		return fmt.Sprintf("undo %d", n)
	}
	return fmt.Sprintf("--root %s undo %d", host.ShellJoin([]string{rec.Root}), n)
}
