package stream

import (
	"io"
	"time"
)

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
