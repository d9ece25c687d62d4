package host

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// WaitedError is a request whose answer was still not the wanted one when its time
// was over.
type WaitedError struct {
	For    string // what was waited for
	Waited time.Duration
	Err    *StatusError // of the last answer, nil if it has a body
}

// Error returns what was waited for, and the last answer.
func (e *WaitedError) Error() string {
	text := fmt.Sprintf("waited %s for %s", seconds(e.Waited.Round(time.Second)), e.For)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the status of the last answer.
func (e *WaitedError) Unwrap() error {
	if e.Err == nil {
		return nil
	}
	return e.Err
}

var errLookStopped = errors.New("stopped")

// repeated makes a request until Request.Again has nothing to wait for. What was only
// recorded, and what failed without an answer, is not made again.
func repeated(ctx context.Context, r Request, do func() (reply, error)) (reply, error) {
	began := time.Now()
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		got, err := do()
		status, answered := errors.AsType[*StatusError](err)
		if r.Again == nil || err != nil && !answered {
			return got, err
		}
		what, failed := r.Again(got.body, status)
		if failed != nil {
			return got, failed
		}
		if what == "" {
			return got, err
		}
		waited := time.Since(began)
		if waited+pause > r.Within {
			return got, fmt.Errorf("%s: %w", r, &WaitedError{what, waited, status})
		}
		sayWaits(ctx, r, what, waited)
		stopped := pass(ctx, pause)
		if errors.Is(stopped, errWaitStopped) && r.Method == "GET" {
			stopped = errLookStopped // it may follow a change that was made
		}
		if stopped != nil {
			return got, fmt.Errorf("%s: waiting for %s: %w", r, what, stopped)
		}
	}
}
