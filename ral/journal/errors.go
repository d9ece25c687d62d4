package journal

import (
	"fmt"
	"slices"

	"ralsh/ral/host"
)

// LostError reports a run whose journal could not be written. Its changes were made;
// then it was stopped, and an act that could not be recorded was not tried.
type LostError struct {
	Run  int
	File string // full path of the run's file
	// Steps are the resources with a missing line or without the saved previous
	// content.
	Steps []string
	// End is set if the end of the run was not recorded, so that it will be
	// shown as interrupted.
	End bool
	Err error // the first write that failed
}

// Error returns the first failed write.
func (e *LostError) Error() string {
	return fmt.Sprintf("cannot write the journal of run %d: %v (ralsh makes only changes that it can record)", e.Run, host.Plain(e.Err))
}

// Unwrap returns the error of the first failed write.
func (e *LostError) Unwrap() error { return e.Err }

// Cause returns why the first write failed, without the file.
func (e *LostError) Cause() error { return host.Cause(e.Err) }

// Lost returns the parts that the journal of the run lacks so far, or nil.
func (w *Writer) Lost() *LostError {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lost == nil {
		return nil
	}
	now := *w.lost
	now.Steps = slices.Clone(now.Steps)
	return &now
}

// fail records that lines could not be written.
func (w *Writer) fail(err error, lines ...line) {
	if err == nil {
		return
	}
	if w.lost == nil {
		w.lost = &LostError{Run: w.n, File: w.state.Path(fileName(w.n)), Err: err}
	}
	if w.stop != nil {
		w.stop()
	}
	for _, l := range lines {
		w.lost.End = w.lost.End || l.head().Kind == lineClosed
		s := w.steps[l.head().N]
		if s != nil && !slices.Contains(w.lost.Steps, s.Ref()) {
			w.lost.Steps = append(w.lost.Steps, s.Ref())
		}
	}
}

// failContent records that the content that the current step is about to
// overwrite could not be saved.
func (w *Writer) failContent(err error) {
	n := 0
	if w.step != nil {
		n = w.step.n
	}
	w.fail(err, &partLine{lineHead: lineHead{N: n}})
}
