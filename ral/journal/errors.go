package journal

import (
	"fmt"
	"slices"
)

// LostError is a run whose journal cannot be written. What the run did is done;
// it was stopped, and an act that could not be written down was not tried.
type LostError struct {
	Run  int
	File string // the run's own, by its full path
	// Steps are the resources about which a line is missing, or for which what
	// was there before is not kept.
	Steps []string
	// End says that not even the end of the run is written: it will be shown as
	// cut off.
	End bool
	Err error // the first write that failed
}

// Error says what could not be written.
func (e *LostError) Error() string {
	return fmt.Sprintf("the journal of run %d cannot be written, and nothing is done without it: %v", e.Run, e.Err)
}

// Unwrap is what could not be written.
func (e *LostError) Unwrap() error { return e.Err }

// Lost is what the journal of the run lacks so far, nil when it is whole.
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

// fail notes that lines could not be written.
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
		w.lost.End = w.lost.End || l.Kind == lineClosed
		s := w.steps[l.N]
		if s != nil && !slices.Contains(w.lost.Steps, s.Ref()) {
			w.lost.Steps = append(w.lost.Steps, s.Ref())
		}
	}
}

// failContent notes that what the current step is about to write over could not
// be kept.
func (w *Writer) failContent(err error) {
	n := 0
	if w.step != nil {
		n = w.step.n
	}
	w.fail(err, line{N: n})
}
