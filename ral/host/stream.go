package host

import (
	"io"
	"time"
)

// Held is a writer that holds what is written to it, up to Max bytes. More is
// ErrTooLarge.
type Held struct {
	Max  int
	Data []byte
}

// Write holds all of p, or nothing of it.
func (h *Held) Write(p []byte) (int, error) {
	if len(h.Data)+len(p) > h.Max {
		return 0, ErrTooLarge
	}
	h.Data = append(h.Data, p...)
	return len(p), nil
}

// Timely is a reader that restarts a timer with each part that arrives. The timer
// is to end the reading.
type Timely struct {
	R       io.Reader
	Timer   *time.Timer
	Timeout time.Duration
}

// Read reads the next part.
func (t *Timely) Read(p []byte) (int, error) {
	n, err := t.R.Read(p)
	if n > 0 {
		t.Timer.Reset(t.Timeout)
	}
	return n, err
}
