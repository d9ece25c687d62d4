package journal

import (
	"fmt"
	"slices"
)

// LostError is a run whose journal is not whole. What the run did is done.
type LostError struct {
	Run  int
	File string // the run's own, by its full path
	// Steps are the resources about which a line is missing, or of which what
	// was there before is not kept.
	Steps []string
	// End says that not even the end of the run is written: it will be shown as
	// cut off.
	End bool
	Err error // the first write that failed
}

// Error says what could not be written.
func (e *LostError) Error() string {
	return fmt.Sprintf("run %d went on, but its journal is not whole: %v", e.Run, e.Err)
}

// Unwrap is what could not be written.
func (e *LostError) Unwrap() error { return e.Err }

// Lost is what the journal of the run lacks so far, nil when it is whole.
func (r *Writer) Lost() *LostError {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost == nil {
		return nil
	}
	now := *r.lost
	now.Steps = slices.Clone(now.Steps)
	return &now
}

// fail notes that lines could not be written.
func (r *Writer) fail(err error, lines ...line) {
	if err == nil {
		return
	}
	if r.lost == nil {
		r.lost = &LostError{Run: r.n, File: r.state.Path(fileName(r.n)), Err: err}
	}
	for _, l := range lines {
		r.lost.End = r.lost.End || l.Kind == lineClosed
		s := r.steps[l.N]
		if s != nil && !slices.Contains(r.lost.Steps, s.Ref()) {
			r.lost.Steps = append(r.lost.Steps, s.Ref())
		}
	}
}

// failContent notes that what the step in hand is about to write over could not
// be kept.
func (r *Writer) failContent(err error) {
	n := 0
	if r.step != nil {
		n = r.step.n
	}
	r.fail(err, line{N: n})
}
