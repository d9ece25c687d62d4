package host

import (
	"io"
	"time"
)

// Held is a writer that stores up to Max bytes. Further bytes are ErrTooLarge.
type Held struct {
	Max  int
	Data []byte
}

// Write stores all of p or nothing.
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

func (t *Timely) Read(p []byte) (int, error) {
	n, err := t.R.Read(p)
	if n > 0 {
		t.Timer.Reset(t.Timeout)
	}
	return n, err
}
