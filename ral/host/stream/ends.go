package stream

import "sync"

// Ends is a writer that keeps the First bytes and the Last bytes that are written
// to it. It is safe for concurrent use.
type Ends struct {
	First, Last int

	mu      sync.Mutex
	head    []byte
	tail    []byte
	dropped int64
}

// Write never fails, so that output does not stop a command.
func (e *Ends) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	room := min(e.First-len(e.head), len(p))
	e.head = append(e.head, p[:room]...)
	e.tail = append(e.tail, p[room:]...)
	// The tail grows to twice its size before it is cut, so that each byte is
	// moved once.
	if len(e.tail) > 2*e.Last {
		e.cut()
	}
	return len(p), nil
}

func (e *Ends) cut() {
	if over := len(e.tail) - e.Last; over > 0 {
		e.dropped += int64(over)
		e.tail = e.tail[:copy(e.tail, e.tail[over:])]
	}
}

// Bytes returns the kept bytes, and how many were dropped between them.
func (e *Ends) Bytes() (kept []byte, dropped int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cut()
	return append(e.head[:len(e.head):len(e.head)], e.tail...), e.dropped
}
