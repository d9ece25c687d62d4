package host

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// WaitedError is a request that did not get the wanted answer in time.
type WaitedError struct {
	For    string // the awaited state
	Waited time.Duration
	Err    *StatusError // of the last answer, nil if it has a body
}

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

var errReadStopped = errors.New("stopped")

// repeated repeats a request until Request.Again returns "". It does not repeat a recorded
// request, or a request that failed without an answer.
func repeated(ctx context.Context, r Request, do func() (Reply, error)) (Reply, error) {
	began := time.Now()
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		got, err := do()
		status, answered := errors.AsType[*StatusError](err)
		if r.Again == nil || err != nil && !answered {
			return got, err
		}
		what, failed := r.Again(got.Body, status)
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
			stopped = errReadStopped // the wait may follow a change
		}
		if stopped != nil {
			return got, fmt.Errorf("%s: waiting for %s: %w", r, what, stopped)
		}
	}
}
